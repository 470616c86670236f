// Checks the invariants of docs/rules/invariants.md on a live database: the money (I1–I11), invoices (I12), declared tax (I13).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import type { House } from '../house.ts'
import { approversDiffer, contentsAreApproved } from './approval-proofs.ts'
import { bankAgrees } from './bank-proof.ts'
import { type Finding, INVARIANTS, type Proof } from './finding.ts'
import { fundFlowIsTrue } from './fund-proofs.ts'
import { invoicesTie } from './invoice-proofs.ts'
import { balancesArePostings, heldIsOpen, totalsTie } from './ledger-proofs.ts'
import { keepVerification, lastVerification } from './store.ts'
import { taxIsDeclared } from './tax-proofs.ts'
import { countsAreTrue, historiesAreLegal, nobodyReachesTheLimit, nothingIsStuck } from './transfer-proofs.ts'

/** Acknowledged means durable only where the database keeps its own promises (I9). */
const databaseIsDurable: Proof = async (tx) => {
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
const PROOFS: readonly Proof[] = [
  balancesArePostings,
  heldIsOpen,
  approversDiffer,
  historiesAreLegal,
  countsAreTrue,
  totalsTie,
  fundFlowIsTrue,
  nothingIsStuck,
  databaseIsDurable,
  nobodyReachesTheLimit,
  invoicesTie,
  taxIsDeclared,
]

/** Whole histories, or only batches that were open after `since`. */
export async function proveAll(tx: Tx, now: Date, since = new Date(0)): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const proof of PROOFS) findings.push(...(await proof(tx, now, since)))
  return findings
}

/** The whole proof: hashes recomputed, the audit chain walked, and the bank's record read as well. */
export async function verifyHouse(house: House, options: { bankDays: number }): Promise<Finding[]> {
  const findings = await house.database.read(async (tx) => [
    ...(await proveAll(tx, house.clock.now())),
    ...(await contentsAreApproved(house, tx)),
    ...(options.bankDays > 0 ? await bankAgrees(house, tx, options.bankDays) : []),
  ])
  const chain = await verifyChain(house)
  return [...findings, ...chain.faults.map((what): Finding => ({ invariant: 'I10', what }))]
}

/** Runs the cheap proofs over what moved lately, and keeps what they found for /ready and the gauges. */
export async function watchInvariants(house: House): Promise<number> {
  const now = house.clock.now()
  const findings = await house.database.read((tx) => proveAll(tx, now, new Date(now.getTime() - DAY_MS)))
  if (findings.length > 0) house.log.error({ findings }, 'an invariant of the money is broken')
  await house.database.transact((tx) => keepVerification(tx, findings, now))
  return findings.length
}

/** When the invariants were last proved, and how many findings there were. */
export async function lastProof(house: House) {
  const last = await house.database.look((tx) => lastVerification(tx))
  return { verified: last ? { at: last.at.toISOString(), broken: last.findings.length } : null }
}

/** One worker proves, all of them show it. */
export async function showLastProof(house: House): Promise<void> {
  const last = await house.database.look((tx) => lastVerification(tx))
  if (!last) return
  for (const invariant of INVARIANTS) {
    const count = last.findings.filter((finding) => finding.invariant === invariant).length
    house.metrics.invariantsBroken.set({ invariant }, count)
  }
}
