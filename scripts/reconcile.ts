// Holds the bank's record of one day against our books by hand and prints what it found; exits 1 where they differ.

import { isDay, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { BankSilent, BeyondRecord } from '@paywages/server/adapters/bank/bank-port.ts'
import { adoptDebits } from '@paywages/server/transfers/adopt-debits.ts'
import { openDebits } from '@paywages/server/transfers/debit-store.ts'
import { reconcileStatement } from '@paywages/server/transfers/reconcile-statement.ts'
import { commandWords } from './command-line.ts'
import { withServices } from './with-services.ts'

const FORM = { usage: 'reconcile -- 2026-11-15', words: 1 }
const day = commandWords(FORM).words[0] ?? ''
if (!isDay(day)) {
  console.error('Which day? npm run reconcile -- 2026-11-15')
  process.exit(1)
}

await withServices(async (services) => {
  try {
    const { lines, changed, unknown, missing } = await reconcileStatement(services, day)
    await adoptDebits(services)
    const open = await services.database.query((tx) => openDebits(tx))
    const ofDay = open.filter(({ executedAt }) => shanghaiDay(executedAt) === day)
    const still = new Set(ofDay.map(({ reference }) => reference))
    const adopted = unknown.filter((reference) => !still.has(reference)).length
    console.log(`${day}: ${lines} lines of the bank, ${changed} transfers changed, ${adopted} debits adopted`)
    for (const { reference, serial, amountFen, cause, accepted } of ofDay)
      console.error(
        `  not in our books: ${reference}, ${accepted ? 'accepted' : `serial ${serial}`}, ${formatYuan(amountFen)} yuan (${cause})`,
      )
    for (const reference of missing) console.error(`  not in the bank's record: ${reference}`)
    if (ofDay.length + missing.length > 0) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof BankSilent || error instanceof BeyondRecord)) throw error
    console.error(`The bank did not give its record of ${day}: ${error.message}.`)
    process.exitCode = 1
  }
})
