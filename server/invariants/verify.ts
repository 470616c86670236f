// Checks the invariants of docs/rules/invariants.md on a live database: the money (I1–I11), invoices (I12), declared tax (I13), withheld VAT (I14), credits (I15), bank files (I16).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { verifyChain } from '../audit-log/verify-chain.ts'
import {
  approversDiffer,
  contentsAreApproved,
  nothingIsPaused,
  reviewsAreComplete,
  rowsStandWithTheirBatch,
} from './approval-checks.ts'
import { bankAgrees, debitsAreKnown } from './bank-check.ts'
import { endsHaveEvidence, filesAreTheirTransfers, rowsStandInOneFile } from './bank-file-checks.ts'
import { creditsAreRecharges } from './credit-checks.ts'
import { type Finding, INVARIANTS, type InvariantCheck } from './finding.ts'
import { fundFlowIsTrue } from './fund-checks.ts'
import { invoicesTie } from './invoice-checks.ts'
import { balancesArePostings, heldIsOpen, totalsTie } from './ledger-checks.ts'
import { approvalsAreSigned } from './signature-checks.ts'
import { lastVerification, saveVerification } from './store.ts'
import { taxIsDeclared } from './tax-checks.ts'
import { countsAreTrue, historiesAreLegal, nobodyReachesTheLimit, nothingIsStuck } from './transfer-checks.ts'
import { vatIsOwed } from './vat-checks.ts'

/** Acknowledged means durable only where the database keeps its own promises (I9). */
const databaseIsDurable: InvariantCheck = async (tx) => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where (name in ('fsync', 'full_page_writes') and setting <> 'on') or (name = 'synchronous_commit' and setting = 'off')`.execute(
    tx,
  )
  return rows.map(({ name, setting }) => ({
    invariant: 'I9',
    what: `the database runs with ${name} = ${setting}`,
  }))
}

/** Cheap enough to run every few minutes. */
const INVARIANT_CHECKS: readonly InvariantCheck[] = [
  balancesArePostings,
  heldIsOpen,
  debitsAreKnown,
  approversDiffer,
  reviewsAreComplete,
  nothingIsPaused,
  rowsStandWithTheirBatch,
  historiesAreLegal,
  countsAreTrue,
  totalsTie,
  fundFlowIsTrue,
  nothingIsStuck,
  databaseIsDurable,
  nobodyReachesTheLimit,
  invoicesTie,
  taxIsDeclared,
  vatIsOwed,
  creditsAreRecharges,
  rowsStandInOneFile,
  filesAreTheirTransfers,
  endsHaveEvidence,
]

/** Whole histories, or only batches that were open after `since`. */
export async function checkAll(tx: Tx, now: Date, since = new Date(0)): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of INVARIANT_CHECKS) findings.push(...(await check(tx, now, since)))
  return findings
}

/** The whole proof: hashes recomputed, the audit chain walked, and the bank's record read as well. */
export async function verifyInvariants(
  services: Services,
  options: { bankDays: number },
): Promise<Finding[]> {
  const findings = await services.database.read(
    async (tx) => [
      ...(await checkAll(tx, services.clock.now())),
      ...(await contentsAreApproved(services, tx)),
      ...(await approvalsAreSigned(tx)),
      ...(options.bankDays > 0 ? await bankAgrees(services, tx, options.bankDays) : []),
    ],
    'long',
  )
  const chain = await verifyChain(services)
  return [...findings, ...chain.faults.map((what): Finding => ({ invariant: 'I10', what }))]
}

/** Runs the cheap invariant checks over what moved lately, and keeps what they found for /ready and the gauges. */
export async function watchInvariants(services: Services): Promise<number> {
  const now = services.clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  const findings = await services.database.read((tx) => checkAll(tx, now, since), 'long')
  if (findings.length > 0) services.log.error({ findings }, 'an invariant of the money is broken')
  await services.database.transact((tx) => saveVerification(tx, findings, now))
  return findings.length
}

/** When the invariants were last proved, and how many findings there were. */
export async function readLastVerification(services: Services) {
  const last = await services.database.query((tx) => lastVerification(tx))
  return { verified: last ? { at: last.at.toISOString(), broken: last.findings.length } : null }
}

/** One worker checks, all of them show it. */
export async function showLastVerification(services: Services): Promise<void> {
  const last = await services.database.query((tx) => lastVerification(tx))
  const ageMs = last ? services.clock.now().getTime() - last.at.getTime() : Number.POSITIVE_INFINITY
  services.metrics.invariantsAgeSeconds.set(Math.max(0, ageMs / 1_000))
  if (!last) return
  for (const invariant of INVARIANTS) {
    const count = last.findings.filter((finding) => finding.invariant === invariant).length
    services.metrics.invariantsBroken.set({ invariant }, count)
  }
}
