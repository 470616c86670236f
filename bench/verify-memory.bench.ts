// The memory of `npm run verify` while it holds our references against the bank's record: ten times as many, in processes of their own.

import { openForkedWork } from './forked-work.ts'
import { atMost, printTable, shown } from './print-table.ts'
import { peakDuring } from './process-usage.ts'
import { sized, told } from './size.ts'

const MANY = sized(1_000_000)
const FEW = MANY / 10
const GOAL = 1.5

const few = await peakOf(FEW)
const many = await peakOf(MANY)
printTable([
  shown('references', `${told(FEW)} → ${told(MANY)}`),
  shown('most memory', `${megabytes(few)} → ${megabytes(many)}`),
  atMost('memory', many / few, GOAL),
])

async function peakOf(rows: number): Promise<number> {
  const work = await openForkedWork('verify-bank.ts', [String(rows)])
  try {
    // Warm first: what the engine keeps for itself does not count for either.
    await work.run()
    return await peakDuring(work.pid, work.run)
  } finally {
    await work.close()
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
