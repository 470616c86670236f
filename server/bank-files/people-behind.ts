// Who stands behind a bank file: those who submitted it, imported its result, assigned its lines or asked for its withdrawal, and whoever confirms that, compared as those behind a batch are (ADR 63).

import { fileActions, type PersonStep } from '@paywages/domain/bank-files/file-life.ts'
import { peopleWords } from '@paywages/wire/payouts/people-words.ts'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type FoundPair, findPairs, notePairs, type Participant } from '../payouts/account-pairs.ts'
import { Refused } from '../refused.ts'
import type { BankFile } from './file-store.ts'

/** Those whose step the caller would confirm. */
const before = (file: BankFile, actions: readonly PersonStep[]): readonly (number | null)[] => {
  if (actions.includes('confirm')) return [file.submittedBy, file.importedBy, ...file.assigners]
  // Withdrawing a file that was at the bank all the same frees its money to be paid again.
  return actions.includes('withdraw') ? [file.withdrawalAskedBy] : []
}

/** They all carry the file; the caller reviews where the next step is theirs. */
async function pairsBehind(tx: Tx, by: Actor, file: BankFile): Promise<FoundPair[]> {
  const accounts = before(file, fileActions(file, by.person))
  return accounts.length === 0 ? [] : pairsWith(tx, by, accounts)
}

async function pairsWith(tx: Tx, by: Actor, accounts: readonly (number | null)[]): Promise<FoundPair[]> {
  const ids = [...new Set(accounts.flatMap((id) => id ?? []))]
  const { rows } = await sql<Omit<Participant, 'step'>>`
    select account_id as "accountId", account, real_name as "realName" from account_names where account_id = any(${ids}::int[])`.execute(
    tx,
  )
  const carriers = rows.map((row): Participant => ({ ...row, step: 'start' }))
  return findPairs(tx, [...carriers, { ...by.person, step: 'review' }], by.at)
}

/** What whoever confirms is told of the people. */
export async function peopleBehind(tx: Tx, by: Actor, file: BankFile) {
  const pairs = await pairsBehind(tx, by, file)
  return pairs.map(({ names, traits, high }) => ({ words: peopleWords.pair(names, traits), high }))
}

/** Two accounts that share a device are confirmed with a word alone, and managers are asked about them. */
export async function checkPeople(tx: Tx, by: Actor, file: BankFile, word: string): Promise<void> {
  const pairs = await pairsBehind(tx, by, file)
  const high = pairs.find((pair) => pair.high)
  const code = file.withdrawalAskedBy === null ? 'bank-result-people' : 'bank-file-people'
  if (high && word.trim() === '') throw new Refused(code, { people: high.names.join('、') })
  await notePairs(tx, by, { batchId: Number(file.batchId), providerId: file.providerId }, pairs)
}
