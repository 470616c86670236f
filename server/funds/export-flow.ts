// Streams a provider's fund flow as .xlsx, oldest first, with the balance after each line.

import { shanghaiDay, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { bringsIn, type FlowKind, flowPhases, flowRuleOf } from '@paywages/domain/ledger/fund-flow.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type ExportColumn, exportSheet, moneyColumn, textColumn } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { countLines, eachPieceOfLines } from './flow-lines.ts'
import { type FlowRange, readFlowParts } from './flow-parts.ts'
import { type DescribedLine, withSubjects } from './flow-subjects.ts'
import { FLOW_SHEET, FLOW_TITLES, flowFileName, kindWord } from './labels.ts'

export type FlowExport = {
  readonly range: FlowRange
  readonly kind: FlowKind | undefined
  readonly providerName: string
}

export async function exportFlow(house: House, by: Actor, asked: FlowExport): Promise<Download> {
  const { range, kind, providerName } = asked
  const { providerId, from, to } = range
  const phases = flowPhases(kind)
  const count = await house.database.read(async (tx) => countLines(await readFlowParts(tx, range), phases))
  return exportSheet(house, by, {
    entry: {
      action: 'export-fund-flow',
      object: { kind: 'fund-flow', id: providerId, name: providerName },
      providerId,
      after: {
        flowKind: kind ?? 'all',
        from: from ? shanghaiSecond(from) : '',
        to: to ? shanghaiSecond(to) : '',
      },
    },
    fileName: flowFileName(providerName, shanghaiDay(by.at)),
    sheetName: FLOW_SHEET,
    columns: COLUMNS,
    rows: (tx) => rowsOf(tx, range, kind),
    count,
  })
}

async function* rowsOf(tx: Tx, range: FlowRange, kind: FlowKind | undefined): AsyncGenerator<DescribedLine> {
  const parts = await readFlowParts(tx, range)
  for await (const lines of eachPieceOfLines(tx, range.providerId, parts, flowPhases(kind)))
    yield* await withSubjects(tx, lines)
}

/** Only the side that a line stands on is filled in. */
function sideColumn(title: string, incoming: boolean): ExportColumn<DescribedLine> {
  return {
    title,
    width: 16,
    kind: 'money',
    cell: ({ phase, amountFen }) => {
      const rule = flowRuleOf(phase)
      return rule !== null && bringsIn(rule.kind) === incoming ? { fen: amountFen } : null
    },
  }
}

function wordOf({ phase, reversalKind }: DescribedLine): string {
  const rule = flowRuleOf(phase)
  return rule === null ? '' : kindWord(rule.kind, rule.late === true, reversalKind)
}

const COLUMNS: readonly ExportColumn<DescribedLine>[] = [
  textColumn(FLOW_TITLES.at, 20, ({ at }) => shanghaiSecond(at)),
  textColumn(FLOW_TITLES.kind, 16, wordOf),
  textColumn(FLOW_TITLES.batchNo, 18, ({ batchNo }) => batchNo),
  textColumn(FLOW_TITLES.payee, 14, ({ payeeName }) => payeeName),
  textColumn(FLOW_TITLES.recharge, 12, ({ rechargeId }) => (rechargeId === null ? '' : String(rechargeId))),
  textColumn(FLOW_TITLES.payer, 26, ({ payerName }) => payerName),
  sideColumn(FLOW_TITLES.in, true),
  sideColumn(FLOW_TITLES.out, false),
  moneyColumn(FLOW_TITLES.balance, ({ balanceFen }) => balanceFen),
  textColumn(FLOW_TITLES.flowId, 14, ({ postingId }) => String(postingId)),
]
