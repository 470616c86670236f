// Checks the invariants of the money on the live database, the audit chain, the bank's own record and the files; exits 1 on any finding.

import { StoreUnavailable } from '@paywages/server/adapters/file-store/store-errors.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { forgottenText, openForgottenFiles } from '@paywages/server/bank-files/forgotten-files.ts'
import { findMissingFiles } from '@paywages/server/files/find-missing-files.ts'
import { noteMissing } from '@paywages/server/files/watch-files.ts'
import { INVARIANTS } from '@paywages/server/invariants/finding.ts'
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { daysToCompare } from '@paywages/server/transfers/guard-sending.ts'
import { commandWords } from './command-line.ts'
import { withServices } from './with-services.ts'

const NAMES: Readonly<Record<(typeof INVARIANTS)[number], string>> = {
  I1: 'postings sum to zero and make up every balance',
  I2: 'nothing is negative, and what is held is what is open',
  I3: 'the bank executed each reference at most once, and as our books say',
  I4: 'approvers are different people, and what they approved is what is there',
  I5: 'every transfer’s history is legal',
  I6: 'shown counts and sums equal recomputed ones',
  I7: 'income − outcome − cost = available − shortfall',
  I8: 'nothing is stuck',
  I9: 'the database keeps what it acknowledged',
  I10: 'the audit chain verifies',
  I11: 'nobody reaches the monthly limit',
  I12: 'invoices tie to their applications and to the payouts they cover',
  I13: 'what is declared for tax is what was withheld and what the ledger owes',
  I14: 'what people bore as VAT is what the ledger owes',
  I15: 'matched recharges are the money of one credit each',
  I16: 'bank files are their transfers, and what they settled has evidence',
}

/** How many days of the bank's statements are read; 0 leaves the bank out. Without it, all since books and record were last seen to agree. */
const asked = commandWords({ usage: 'verify -- [--bank-days=N]', options: ['bank-days'] }).options.get(
  'bank-days',
)

await withServices(async (services) => {
  if (asked !== undefined && !/^\d{1,5}$/.test(asked))
    throw new StartProblem(`--bank-days=${asked} is no whole number of days.`)
  const bankDays = asked === undefined ? await daysToCompare(services) : Number(asked)
  const proofs = [
    () => proveBooks(services, bankDays),
    () => proveFiles(services),
    () => proveMarks(services),
  ]
  for (const prove of proofs) if (!(await prove())) process.exitCode = 1
})

async function proveBooks(services: Services, bankDays: number): Promise<boolean> {
  const unproved = new Map<string, string>()
  const findings = await verifyInvariants(services, {
    bankDays,
    unproved: (invariant, why) => unproved.set(invariant, why),
  })
  for (const invariant of INVARIANTS) {
    const own = findings.filter((finding) => finding.invariant === invariant)
    const why = unproved.get(invariant)
    const isLeftOut = invariant === 'I3' && bankDays === 0
    const without = why !== undefined ? 'UNKNOWN' : isLeftOut ? 'left out' : 'holds'
    console.log(`${invariant.padEnd(4)}${own.length === 0 ? without : 'BROKEN'}  ${NAMES[invariant]}`)
    for (const { what } of own) console.error(`      ${what}`)
    if (why !== undefined) console.error(`      not compared: ${why}`)
  }
  return findings.length + unproved.size === 0
}

async function proveFiles(services: Services): Promise<boolean> {
  const subject = 'every file that the database names is in the file store'
  const files = await unlessAway(findMissingFiles(services))
  if (files instanceof StoreUnavailable) return tellAway('files', subject, files)
  await noteMissing(services, files)
  console.log(`files ${files.count === 0 ? 'hold' : 'MISSING'}  ${subject}`)
  if (files.count > 0)
    console.error(
      `      ${files.count} files are missing: were database and files restored to the same moment?`,
    )
  for (const name of files.named) console.error(`      ${name}`)
  if (files.unnamed > 0)
    console.log(
      `      ${files.unnamed} files in the store are named by nothing: swept after a day, unless the database is older than the files`,
    )
  return files.count === 0
}

async function proveMarks(services: Services): Promise<boolean> {
  const subject = 'every bank file that was handed out is known as downloaded'
  const forgotten = await unlessAway(openForgottenFiles(services))
  if (forgotten instanceof StoreUnavailable) return tellAway('bank files', subject, forgotten)
  console.log(`bank files ${forgotten.length === 0 ? 'known' : 'FORGOTTEN'}  ${subject}`)
  for (const one of forgotten) console.error(`      ${forgottenText(one)}`)
  if (forgotten.length > 0)
    console.error(
      '      was the database restored? look for them in online banking before anything is paid again',
    )
  return forgotten.length === 0
}

/** What the file store alone can tell, or why it does not. */
function unlessAway<T>(asking: Promise<T>): Promise<T | StoreUnavailable> {
  return asking.catch((error) => {
    if (error instanceof StoreUnavailable) return error
    throw error
  })
}

function tellAway(what: string, subject: string, { message }: StoreUnavailable): false {
  console.log(`${what} UNKNOWN  ${subject}`)
  console.error(`      not looked at: ${message}`)
  return false
}
