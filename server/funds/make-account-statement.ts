// Makes a provider's account statement of one month as PDF: its figures, its check line and a digest that the audit log keeps.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Month,
  shanghaiDay,
  shanghaiMinute,
  shanghaiSecond,
} from '@paywages/domain/calendar/shanghai.ts'
import { isClosed, monthBounds, validateStatementMonth } from '@paywages/domain/ledger/account-statement.ts'
import { bringsIn, type FlowKind, flowRuleOf } from '@paywages/domain/ledger/fund-flow.ts'
import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { type Fen, formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { flowKindWords, flowWord } from '@paywages/wire/funds/messages.ts'
import type { Actor } from '../actor.ts'
import { writePdf } from '../adapters/pdf-writer/write-pdf.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Download } from '../http/call.ts'
import { refuseIf } from '../refused.ts'
import { firstDayOf } from './flow-parts.ts'
import type { FlowProvider } from './flow-provider.ts'
import type { DescribedLine } from './flow-subjects.ts'
import { STATEMENT_WORDS, statementFileName } from './labels.ts'
import { type AccountStatementFigures, readStatement } from './read-account-statement.ts'

const TEMPLATE = new URL('./account-statement.typ', import.meta.url)

export async function makeAccountStatement(
  services: Services,
  by: Actor,
  provider: FlowProvider,
  month: Month,
): Promise<Download> {
  const { providerId, providerName } = provider
  const figures = await services.database.read(async (tx) => {
    const first = (await firstDayOf(tx, providerId))?.slice(0, 7)
    refuseIf(validateStatementMonth(month, first, by.at), { first: first ?? '' })
    return readStatement(tx, providerId, month)
  }, 'long')
  const digest = digestOf(provider, month, figures)
  const pdf = await writePdf(TEMPLATE, {
    ...pageOf(figures),
    issuer: services.brands.brand(by.person.brand).name,
    company: provider.fullName || providerName,
    shortName: provider.fullName === providerName ? '' : providerName,
    month: STATEMENT_WORDS.month(month),
    period: periodOf(month),
    provisional: isClosed(month, by.at) ? '' : STATEMENT_WORDS.until(shanghaiMinute(by.at)),
    madeAt: shanghaiSecond(by.at),
    digest: digest.match(/.{4}/g)?.join(' ') ?? '',
  })
  await services.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'download-fund-statement',
      object: { kind: 'fund-statement', id: `${providerId}-${month}`, name: providerName },
      providerId,
      after: { month, closing: formatYuan(figures.closing.balanceFen), digest },
    }),
  )
  const name = statementFileName(providerName, month, isClosed(month, by.at))
  return {
    stream: Readable.from([pdf]),
    name,
    contentType: 'application/pdf',
    size: pdf.length,
    inline: false,
  }
}

function periodOf(month: Month): { first: string; last: string } {
  const { from, to } = monthBounds(month)
  return { first: shanghaiDay(from), last: shanghaiDay(new Date(to.getTime() - 1)) }
}

/** Kinds that came later stand only where they have lines: a month from before them keeps its page and its digest. */
const LATER_KINDS: readonly FlowKind[] = ['vat', 'returned-vat']
const shownKinds = (kinds: AccountStatementFigures['kinds']) =>
  kinds.filter(({ kind, lines }) => lines > 0 || !LATER_KINDS.includes(kind))

/** The same figures give the same digest, whoever makes the statement and whenever. */
export function digestOf(
  { providerId, providerName }: FlowProvider,
  month: Month,
  { opening, closing, kinds, days }: AccountStatementFigures,
): string {
  const lines = [
    [providerId, providerName, month],
    [opening.balanceFen, opening.heldFen, closing.balanceFen, closing.heldFen],
    ...shownKinds(kinds).map(({ kind, lines: count, amountFen }) => [kind, count, amountFen]),
    ...days.map(({ day, inFen, outFen, balanceFen }) => [day, inFen, outFen, balanceFen]),
  ]
  const text = lines.map((line) => line.join('\t')).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const money = formatYuanGrouped
/** A side that did not move is left empty, as on paper. */
const side = (fen: Fen) => (fen === 0n ? '' : money(fen))

function pageOf(figures: AccountStatementFigures) {
  const { opening, closing, kinds, days, singles, moreSingles, inFen, outFen } = figures
  return {
    opening: money(opening.balanceFen),
    in: money(inFen),
    out: money(outFen),
    closing: money(closing.balanceFen),
    capitals: chineseCapitals(closing.balanceFen),
    held: money(closing.heldFen),
    free: money(closing.balanceFen - closing.heldFen),
    check: STATEMENT_WORDS.check(
      money(opening.balanceFen),
      money(inFen),
      money(outFen),
      money(closing.balanceFen),
    ),
    kinds: shownKinds(kinds).map(({ kind, lines, amountFen }) => ({
      word: flowKindWords[kind],
      lines: String(lines),
      in: bringsIn(kind) ? side(amountFen) : '',
      out: bringsIn(kind) ? '' : side(amountFen),
    })),
    lines: String(kinds.reduce((count, { lines }) => count + lines, 0)),
    days: days.map((day) => ({
      day: day.day,
      in: side(day.inFen),
      out: side(day.outFen),
      balance: money(day.balanceFen),
    })),
    singles: singles.map(singleOf),
    more: moreSingles > 0 ? STATEMENT_WORDS.more(moreSingles) : '',
  }
}

function singleOf(line: DescribedLine) {
  const rule = flowRuleOf(line.phase)
  const incoming = rule !== null && bringsIn(rule.kind)
  return {
    at: shanghaiMinute(line.at),
    word: rule === null ? '' : flowWord({ kind: rule.kind, late: false, reversalKind: line.reversalKind }),
    payer: line.payerName,
    number: line.rechargeId === null ? '' : STATEMENT_WORDS.rechargeNo(line.rechargeId),
    in: incoming ? money(line.amountFen) : '',
    out: incoming ? '' : money(line.amountFen),
    balance: money(line.balanceFen),
  }
}
