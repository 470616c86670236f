// A process that holds so many references against the record of a bank that tells them in another order, each time it is told to.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { BankPort, StatementPage } from '@paywages/server/adapters/bank/bank-port.ts'
import { bankAgrees } from '@paywages/server/invariants/bank-check.ts'
import { openBenchServices } from './bench-services.ts'
import { storePayouts } from './stored-payouts.ts'

const rows = Number(process.argv[2])
const PAGE = 2_000
/** The payouts lie within a year. */
const DAYS = 367

const bench = await openBenchServices()
await storePayouts(bench, rows)
const today = shanghaiDay(bench.services.clock.now())

const { pool } = bench.services.database
await pool.query(
  `create table bench_record as select row_number() over (order by md5(reference)) as serial, reference,
    amount_fen - tax_fen - vat_fen as fen from row_transfers`,
)
await pool.query('alter table bench_record add primary key (serial)')

/** All of it today, shuffled. */
async function statement(day: string, after = '0'): Promise<StatementPage> {
  if (day !== today) return { lines: [], next: undefined }
  const { rows: found } = await pool.query<{ serial: bigint; reference: string; fen: bigint }>(
    'select serial, reference, fen from bench_record where serial > $1 order by serial limit $2',
    [after, PAGE],
  )
  const lines = found.map(({ serial, reference, fen }) => ({
    reference,
    status: 'succeeded' as const,
    amountFen: fen,
    message: '',
    serial: String(serial),
    at: undefined,
  }))
  return { lines, next: found.length < PAGE ? undefined : String(found.at(-1)?.serial) }
}

const services = { ...bench.services, bank: { statement } as unknown as BankPort }
process.on('message', async () => {
  const findings = await services.database.read((tx) => bankAgrees(services, tx, DAYS), 'long')
  // One payout in fifty has failed in our books, and this bank has paid it.
  if (findings.length === 0) throw new Error('nothing was compared')
  process.send?.('done')
})
process.once('disconnect', () => void bench.close())
process.send?.('ready')
