// Who stands behind a bank file: those who submitted it, imported its result or assigned its lines, and whoever confirms it, compared as those behind a batch are (ADR 63).

import { fileActions } from '@paywages/domain/bank-files/file-life.ts'
import { peopleWords } from '@paywages/wire/payouts/people-words.ts'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type FoundPair, findPairs, notePairs, type Participant } from '../payouts/account-pairs.ts'
import { Refused } from '../refused.ts'
import type { BankFile } from './file-store.ts'

/** They all carry the file; the caller reviews where the next step is theirs. */
async function pairsBehind(tx: Tx, by: Actor, file: BankFile): Promise<FoundPair[]> {
  if (!fileActions(file, by.person).includes('confirm')) return []
  return pairsWith(tx, by, [file.submittedBy, file.importedBy, ...file.assigners])
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
  if (high && word.trim() === '') throw new Refused('bank-result-people', { people: high.names.join('、') })
  await notePairs(tx, by, { batchId: Number(file.batchId), providerId: file.providerId }, pairs)
}

/** Withdrawing a file that was at the bank all the same frees its money to be paid again: managers are asked about two accounts of one person. */
export async function noteWithdrawers(tx: Tx, by: Actor, file: BankFile): Promise<void> {
  const pairs = await pairsWith(tx, by, [file.withdrawalAskedBy])
  await notePairs(tx, by, { batchId: Number(file.batchId), providerId: file.providerId }, pairs)
}
