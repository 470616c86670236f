// What must be true of the money after every test, whatever it did: the house's own proofs, and each transfer's postings by hand.

import { expect } from 'vitest'
import { contentsAreApproved } from '../invariants/approval-proofs.ts'
import { bankAgrees } from '../invariants/bank-proof.ts'
import type { Finding } from '../invariants/finding.ts'
import { proveAll } from '../invariants/verify.ts'
import { openRow } from '../payouts/seal-row.ts'
import type { TestHouse } from './test-house.ts'

/** The test's own doing, by the words of the finding: rows changed behind an approval, a bank that lies. */
export async function expectMoneyTruths(house: TestHouse, except: readonly RegExp[] = []): Promise<void> {
  const findings = await house.database.read(async (tx) => [
    ...(await proveAll(tx, house.clock.now())),
    ...(await contentsAreApproved(house, tx)),
    ...(await bankAgrees(house, tx, 100)),
  ])
  const known = [...except, /^recharge 1000000\d{3} is 0 fen on record/]
  const told = ({ invariant, what }: Finding) =>
    // Nobody works between two steps of a test, on a database that is fast and not durable.
    invariant !== 'I8' && invariant !== 'I9' && !known.some((pattern) => pattern.test(what))
  expect(findings.filter(told)).toEqual([])
  await expectPostingsByState(house)
  await expectNothingPersonalLogged(house)
}

type Posted = { reference: string; state: string; amount: bigint; fee: bigint; tax: bigint; postings: string }

/** Each phase once, with the row's own amounts, and those phases that lead to its state. */
async function expectPostingsByState(house: TestHouse): Promise<void> {
  const transfers = await house.query<Posted>(`
    select t.reference, t.state, t.amount_fen as amount, t.fee_fen as fee, t.tax_fen as tax,
      coalesce((select string_agg(p.phase || ' ' || p.amount_fen, ', ' order by p.phase) from ledger_postings p
        where p.subject = 'transfer' and p.subject_id = t.transfer_id and p.phase <> 'shortfall'), '') as postings
    from transfers t`)
  for (const { reference, state, amount, fee, tax, postings } of transfers) {
    const parts = (name: string) => [
      `${name}-fee ${fee}`,
      `${name}-net ${amount - tax}`,
      `${name}-tax ${tax}`,
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

/** No ID, phone or card number of anyone in the database stands in any log line (D33). */
async function expectNothingPersonalLogged(house: TestHouse): Promise<void> {
  const rows = await house.query<{ sealed: string }>('select sealed from payout_rows')
  const log = house.lines.join('\n')
  const secrets = new Set(rows.flatMap(({ sealed }) => Object.values(openRow(house.cipher, sealed))))
  const told = [...secrets].filter((secret) => secret !== '' && log.includes(secret))
  expect(told).toEqual([])
}
