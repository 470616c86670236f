// Checks the invariants of the money on the live database, the audit chain, the bank's own record and the files; exits 1 on any finding.

import { BeyondRecord } from '@paywages/server/adapters/bank/bank-port.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
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
  const findings = await verifyInvariants(services, { bankDays }).catch((error) => {
    if (!(error instanceof BeyondRecord)) throw error
    throw new StartProblem(`--bank-days=${bankDays} reaches beyond what the bank holds: ${error.message}.`)
  })
  for (const invariant of INVARIANTS) {
    const own = findings.filter((finding) => finding.invariant === invariant)
    const skipped = invariant === 'I3' && bankDays === 0
    console.log(
      `${invariant.padEnd(4)}${skipped ? 'left out' : own.length === 0 ? 'holds' : 'BROKEN'}  ${NAMES[invariant]}`,
    )
    for (const { what } of own) console.error(`      ${what}`)
  }
  const files = await findMissingFiles(services)
  await noteMissing(services, files)
  console.log(
    `files ${files.count === 0 ? 'hold' : 'MISSING'}  every file that the database names is in the file store`,
  )
  if (files.count > 0)
    console.error(
      `      ${files.count} files are missing: were database and files restored to the same moment?`,
    )
  for (const name of files.named) console.error(`      ${name}`)
  if (files.unnamed > 0)
    console.log(
      `      ${files.unnamed} files in the store are named by nothing: swept after a day, unless the database is older than the files`,
    )
  const forgotten = await openForgottenFiles(services)
  console.log(
    `bank files ${forgotten.length === 0 ? 'known' : 'FORGOTTEN'}  every bank file that was handed out is known as downloaded`,
  )
  for (const one of forgotten) console.error(`      ${forgottenText(one)}`)
  if (forgotten.length > 0)
    console.error(
      '      was the database restored? look for them in online banking before anything is paid again',
    )
  if (findings.length + files.count + forgotten.length > 0) process.exitCode = 1
})
