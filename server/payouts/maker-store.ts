// Who proposed and who confirmed the accounts behind a batch and their changes, as the proposals publish it.

import type { Making, MakingAct } from '@paywages/domain/accounts/account-makers.ts'
import type { ProposalKind } from '@paywages/domain/proposals/proposal.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

const ACTS: Readonly<Partial<Record<ProposalKind, MakingAct>>> = {
  'add-account': 'add-account',
  'change-rights': 'update-account',
  'reset-password': 'reset-password',
  'reset-factor': 'reset-factor',
  'enable-account': 'enable-account',
}

type Row = {
  readonly accountId: number
  readonly kind: ProposalKind
  readonly proposerName: string
  readonly decidedBy: number | null
  readonly deciderName: string
  readonly at: Date
}

export async function proposedMakings(tx: Tx, accountIds: readonly number[]): Promise<Making[]> {
  const { rows } = await sql<Row>`
    select account_id as "accountId", kind, proposer_name as "proposerName", decided_by as "decidedBy", decider_name as "deciderName",
      decided_at as at
    from account_makers where account_id = any(${[...accountIds]}::int[])`.execute(tx)
  return rows.flatMap(({ accountId, kind, proposerName, decidedBy, deciderName, at }) => {
    const act = ACTS[kind]
    const by = decidedBy === null ? null : { accountId: decidedBy, name: deciderName }
    return act === undefined ? [] : [{ accountId, act, proposerName, by, at }]
  })
}
