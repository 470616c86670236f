// Checks the invariants of docs/rules/invariants.md on a live database: the money (I1–I11), invoices (I12), declared tax (I13), withheld VAT (I14), credits (I15), bank files (I16).

import { sql } from 'kysely'
import { BankSilent, BeyondRecord } from '../adapters/bank/bank-port.ts'
import { StoreUnavailable } from '../adapters/file-store/store-errors.ts'
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
import { dropCheckpoint, extentSince, lastCheckpoint, saveCheckpoint } from './checkpoint-store.ts'
import { creditsAreRecharges } from './credit-checks.ts'
import { earlierDecisionsAreFixed } from './decisions-before-signatures.ts'
import { type Extent, WHOLE } from './extent.ts'
import { type Finding, INVARIANTS, type InvariantCheck } from './finding.ts'
import { fundFlowIsTrue } from './fund-checks.ts'
import { invoicesTie } from './invoice-checks.ts'
import { passkeysAreTheirOwners } from './key-change-checks.ts'
import { balancesArePostings, heldIsOpen, totalsTie } from './ledger-checks.ts'
import { decisionsAreLogged } from './logged-decisions.ts'
import { confirmationsAreSigned } from './proposal-signature-checks.ts'
import { rechargesAreSigned } from './recharge-signature-checks.ts'
import { approvalsAreSigned } from './signature-checks.ts'
import { lastVerification, saveVerification } from './store.ts'
import { taxIsDeclared } from './tax-checks.ts'
import { countsAreTrue, historiesAreLegal, nobodyReachesTheLimit, nothingIsStuck } from './transfer-checks.ts'
import { vatIsOwed } from './vat-checks.ts'
import { vatIsReckoned } from './vat-withheld-checks.ts'
import { withheldIsReckoned } from './withheld-checks.ts'

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

const HOUR_MS = 3_600_000
/** What was started longer ago is declared by now. */
const UNDECLARED_MS = 62 * 24 * HOUR_MS

/** About this very moment, whatever moved: cheap at any size, and nothing that a checkpoint could prove. */
const MOMENT_CHECKS: readonly InvariantCheck[] = [
  debitsAreKnown,
  nothingIsPaused,
  nothingIsStuck,
  databaseIsDurable,
]

/** About the books: cheap enough to run every few minutes over what moved since the last ones. */
const BOOK_CHECKS: readonly InvariantCheck[] = [
  balancesArePostings,
  heldIsOpen,
  approversDiffer,
  reviewsAreComplete,
  rowsStandWithTheirBatch,
  historiesAreLegal,
  countsAreTrue,
  totalsTie,
  fundFlowIsTrue,
  nobodyReachesTheLimit,
  invoicesTie,
  taxIsDeclared,
  vatIsOwed,
  creditsAreRecharges,
  rowsStandInOneFile,
  filesAreTheirTransfers,
  endsHaveEvidence,
]

async function run(checks: readonly InvariantCheck[], tx: Tx, now: Date, extent: Extent): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await check(tx, now, extent)))
  return findings
}

/** Everything. */
export async function checkAll(tx: Tx, now: Date): Promise<Finding[]> {
  return [...(await run(MOMENT_CHECKS, tx, now, WHOLE)), ...(await checkBooks(tx, now, WHOLE))]
}

/** The books alone: everything, or what moved since a checkpoint. */
export function checkBooks(tx: Tx, now: Date, extent: Extent): Promise<Finding[]> {
  return run(BOOK_CHECKS, tx, now, extent)
}

type VerifyOptions = {
  readonly bankDays: number
  /** Told what could not be proved as the bank or the file store does not answer; without it that ends the proof. */
  readonly unproved?: (invariant: Finding['invariant'], why: string) => void
}

/** The whole proof: hashes recomputed, the audit chain walked, and the bank's record read as well. */
export async function verifyInvariants(services: Services, options: VerifyOptions): Promise<Finding[]> {
  const findings = await services.database.read(
    async (tx) => [
      ...(await checkAll(tx, services.clock.now())),
      ...(await contentsAreApproved(services, tx)),
      ...(await withheldIsReckoned(services, tx, new Date(0))),
      ...(await vatIsReckoned(services, tx, new Date(0))),
      ...(await decisionsAreLogged(tx)),
      ...(await earlierDecisionsAreFixed(tx)),
      ...(await approvalsAreSigned(tx)),
      ...(await rechargesAreSigned(tx)),
      ...(await confirmationsAreSigned(tx)),
      ...(await passkeysAreTheirOwners(tx)),
      ...(options.bankDays > 0 ? await askBank(services, tx, options) : []),
    ],
    'long',
  )
  return [...findings, ...(await walkChain(services, options))]
}

async function askBank(services: Services, tx: Tx, options: VerifyOptions): Promise<Finding[]> {
  try {
    return await bankAgrees(services, tx, options.bankDays)
  } catch (error) {
    if (!options.unproved || !(error instanceof BankSilent || error instanceof BeyondRecord)) throw error
    options.unproved('I3', error.message)
    return []
  }
}

/** Against the anchors in the file store. */
async function walkChain(services: Services, options: VerifyOptions): Promise<Finding[]> {
  try {
    const { faults } = await verifyChain(services)
    return faults.map((what): Finding => ({ invariant: 'I10', what }))
  } catch (error) {
    if (!options.unproved || !(error instanceof StoreUnavailable)) throw error
    options.unproved('I10', error.message)
    return []
  }
}

/**
 * Looks at what moved since the last checkpoint, or at everything where there is none or that is due; what a look since a checkpoint finds is
 * held against everything before anybody is told, as what it took for proved may have changed since (ADR 90).
 */
async function lookAgain(services: Services, tx: Tx, now: Date): Promise<Look> {
  const wholeEveryMs = services.settings.wholeChecksHours * HOUR_MS
  const moment = await run(MOMENT_CHECKS, tx, now, WHOLE)
  const checkpoint = await lastCheckpoint(tx)
  // Needs none of the sums that a checkpoint keeps: each start is worked out again soon after it, and not with every look at everything.
  const since = checkpoint?.before ?? new Date(now.getTime() - UNDECLARED_MS)
  const withheld = [
    ...(await withheldIsReckoned(services, tx, since)),
    ...(await vatIsReckoned(services, tx, since)),
  ]
  if (checkpoint && now.getTime() - checkpoint.wholeAt.getTime() < wholeEveryMs) {
    const extent = await extentSince(tx, checkpoint)
    if ((await checkBooks(tx, now, extent)).length === 0) return { extent, moment, books: withheld }
  }
  return { extent: WHOLE, moment, books: [...withheld, ...(await checkBooks(tx, now, WHOLE))] }
}

type Look = {
  readonly extent: Extent
  readonly moment: readonly Finding[]
  readonly books: readonly Finding[]
}

/** Runs the cheap invariant checks, keeps what they found for /ready and the gauges, and what they proved for the next ones. */
export async function watchInvariants(services: Services): Promise<number> {
  const now = services.clock.now()
  const { extent, moment, books } = await services.database.read((tx) => lookAgain(services, tx, now), 'long')
  const findings = [...moment, ...books]
  if (findings.length > 0) services.log.error({ findings }, 'an invariant of the money is broken')
  await services.database.transact(async (tx) => {
    await saveVerification(tx, findings, now)
    if (books.length > 0) await dropCheckpoint(tx)
    else await saveCheckpoint(tx, extent, now)
  }, 'long')
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
