// Linking the lines of a bank statement to payouts, against reading them from the bank's file in a thread, as an upload does, in the same run.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { writeSealedCopy } from '@paywages/server/adapters/file-store/sealed-copy.ts'
import { readStatement } from '@paywages/server/adapters/pdf/read-bank-statement.ts'
import { linkLines } from '@paywages/server/bank-statements/link-lines.ts'
import { hashRow, openRow } from '@paywages/server/payouts/seal-row.ts'
import { LAYOUTS, statementPdf } from '@paywages/server/testing/statement-pdfs.ts'
import { openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { payoutRow } from './payout-rows.ts'
import { atMost, type Finding, printTable } from './print-table.ts'
import { sized, told } from './size.ts'
import { storePayouts } from './stored-payouts.ts'

const LINES = sized(10_000)
const RUNS = 5
const PEOPLE = 20_000

const bench = await openBenchServices()
const folder = await mkdtemp(join(tmpdir(), 'statement-bench-'))
try {
  await storePayouts(bench, LINES * 6)
  const { services, payer } = bench
  const { pool } = services.database
  const { providerId } = payer.person
  // The stored payouts have no hashes of cards, by which lines are linked.
  const people = Array.from({ length: PEOPLE }, (_, n) => {
    const [, idCardNo = '', phone = '', , cardNo = ''] = payoutRow(n)
    return hashRow(services.cipher, { idCardNo, phone, cardNo })
  })
  await pool.query(
    `update payout_rows r set card_hash = w.card from unnest($1::uuid[], $2::uuid[]) w(id, card) where r.id_hash = w.id`,
    [people.map(({ idHash }) => idHash), people.map(({ cardHash }) => cardHash)],
  )
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ name: string; sealed: string; net: bigint; at: Date }>(
    `select name, sealed, amount_fen as net, payout_at as at from payout_lines
    where payout_provider_id = $1 and status = 'succeeded' order by payout_at limit $2`,
    [providerId, LINES],
  )
  const payments = rows.map(({ name, sealed, net, at }) => {
    const { cardNo } = openRow(services.cipher, sealed)
    return { name, cardNo, at, netFen: BigInt(net), reference: '' }
  })
  const csv = (isMasked: boolean) =>
    [
      '交易日期,对方户名,对方账号,借方发生额,摘要',
      ...payments.map(({ name, cardNo, at, netFen }) => {
        const shown = isMasked
          ? [`${name.slice(0, 1)}*${name.slice(2)}`, `${cardNo.slice(0, 6)}******${cardNo.slice(-4)}`]
          : [name, cardNo]
        return [shanghaiDay(at), ...shown, formatYuan(netFen), '代发劳务费'].join(',')
      }),
    ].join('\n')
  const files: [string, Uint8Array][] = [
    ['a PDF, masked cards', await statementPdf(LAYOUTS.signed, payments)],
    ['separated text, full cards', Buffer.from(csv(false))],
    ['separated text, masked names and cards', Buffer.from(csv(true))],
  ]
  const findings: Finding[] = []
  for (const [what, bytes] of files) {
    const copy = await writeSealedCopy(folder, Readable.from([bytes]))
    const read = () => readStatement(copy)
    const { lines } = await read()
    if (lines.length !== LINES) throw new Error(`${lines.length} lines were read`)
    const link = () =>
      services.database.read((tx) => linkLines(tx, services.cipher, providerId, lines, new Date()))
    const linked = (await link()).filter(({ result }) => result === 'linked').length
    const [linking, reading] = await inTurns(link, read, RUNS)
    findings.push(
      atMost(`linking ${told(LINES)} lines of ${what}, against reading them`, linking / reading, 1.5),
      {
        what: `  ${told(linked)} linked; reading takes`,
        measured: `${reading.toFixed(0)} ms`,
        goal: '',
        met: null,
      },
    )
  }
  printTable(findings)
} finally {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
}
