// What must be true of the money after every test, whatever it did: the product's own invariant checks, and each transfer's postings by hand.

import { expect } from 'vitest'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import { contentsAreApproved } from '../invariants/approval-checks.ts'
import { bankAgrees } from '../invariants/bank-check.ts'
import type { Finding } from '../invariants/finding.ts'
import { checkAll, verifyInvariants } from '../invariants/verify.ts'
import { withheldIsReckoned } from '../invariants/withheld-checks.ts'
import { openRow } from '../payouts/seal-row.ts'
import type { TestServices } from './test-services.ts'

/** The test's own doing, by the words of the finding: rows changed behind an approval, a bank that lies. */
export async function expectMoneyTruths(
  services: TestServices,
  except: readonly RegExp[] = [],
): Promise<void> {
  const findings = await moneyFindings(services)
  const known = [...except, /^recharge 1000000\d{3} is 0 fen on record/]
  const reported = ({ invariant, what }: Finding) =>
    // Nobody works between two steps of a test, on a database that is fast and not durable.
    invariant !== 'I8' && invariant !== 'I9' && !known.some((pattern) => pattern.test(what))
  expect(findings.filter(reported)).toEqual([])
  await expectPostingsByState(services)
  await expectNothingPersonalLogged(services)
}

export function moneyFindings(services: TestServices): Promise<Finding[]> {
  return services.database.read(async (tx) => [
    ...(await checkAll(tx, services.clock.now())),
    ...(await contentsAreApproved(services, tx)),
    ...(await withheldIsReckoned(services, tx, new Date(0))),
    ...(await bankAgrees(services, tx, 100)),
  ])
}

/** What `npm run verify` finds of the bank's record against ours. */
export async function bankFindings(services: TestServices): Promise<string[]> {
  const findings = await verifyInvariants(services, { bankDays: 1 })
  return findings.filter(({ invariant }) => invariant === 'I3').map(({ what }) => what)
}

type Posted = {
  reference: string
  state: string
  amount: bigint
  fee: bigint
  tax: bigint
  vat: bigint
  postings: string
}

/** Each phase once, with the row's own amounts, and those phases that lead to its state. */
async function expectPostingsByState(services: TestServices): Promise<void> {
  const transfers = await services.query<Posted>(`
    select t.reference, t.state, t.amount_fen as amount, t.fee_fen as fee, t.tax_fen as tax, t.vat_fen as vat,
      coalesce((select string_agg(p.phase || ' ' || p.amount_fen, ', ' order by p.phase) from ledger_lines p
        where p.subject = 'transfer' and p.subject_id = t.transfer_id and p.phase <> 'shortfall'), '') as postings
    from row_transfers t`)
  for (const { reference, state, amount, fee, tax, vat, postings } of transfers) {
    const parts = (name: string) => [
      `${name}-fee ${fee}`,
      `${name}-net ${amount - tax - vat}`,
      `${name}-tax ${tax}`,
      `${name}-vat ${vat}`,
    ]
    const text = (lines: readonly string[]) =>
      lines
        .filter((line) => !line.endsWith(' 0'))
        .sort()
        .join(', ')
    const released = [`release ${amount}`, `release-fee ${fee}`]
    const late = [...released, ...parts('late')]
    const ways: Record<string, string[][]> = {
      succeeded: [parts('settle'), late],
      failed: [released],
      returned: [
        [...parts('settle'), ...parts('return')],
        [...late, ...parts('return')],
      ],
    }
    expect([reference, (ways[state] ?? [[]]).map(text)]).toEqual([
      reference,
      expect.arrayContaining([postings]),
    ])
  }
}

/** A row that a test moved does not open. */
function openedOrNothing({ cipher }: TestServices, sealed: string): string[] {
  try {
    return Object.values(openRow(cipher, sealed))
  } catch (error) {
    if (error instanceof SealBroken) return []
    throw error
  }
}

/** No ID, phone or card number of anyone in the database stands in any log line (D33). */
async function expectNothingPersonalLogged(services: TestServices): Promise<void> {
  const rows = await services.query<{ sealed: string }>('select sealed from payout_lines')
  const log = services.lines.join('\n')
  const secrets = new Set(rows.flatMap(({ sealed }) => openedOrNothing(services, sealed)))
  const reported = [...secrets].filter((secret) => secret !== '' && log.includes(secret))
  expect(reported).toEqual([])
}
