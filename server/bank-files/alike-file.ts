// Another file that a result without references, days and serials would fit as well: last month's list of the same people and amounts (ADR 189).

import { fileActions } from '@paywages/domain/bank-files/file-life.ts'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { Refused } from '../refused.ts'
import type { BankFile } from './file-store.ts'

/** The months of which somebody may take the wrong list. */
const MAX_DAYS = 100
const MAX_FILES = 60

/** The name of the newest file at the bank that pays everybody whom the result names the same amounts; undefined where nothing but this file can be meant. */
export async function alikeFile(
  tx: Tx,
  { bankFileId, providerId }: Pick<BankFile, 'bankFileId' | 'providerId'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with waiting as (
      select s.result_id from bank_file_results s
      where s.bank_file_id = ${bankFileId} and s.state = 'waiting' and s.kind = 'sheet' and s.by_reference = 0
        and not exists (select from bank_file_result_rows w where w.result_id = s.result_id and (w.serial <> '' or w.day is not null))
        and not exists (select from bank_file_ambiguous_lines w where w.result_id = s.result_id and (w.serial <> '' or w.day is not null))),
    told as (
      select l.card_hash, r.net_fen, count(*) as times from waiting join (
          select result_id, position from bank_file_result_rows
          union all select result_id, position from bank_file_ambiguous_lines where position is not null) w using (result_id)
        join bank_file_rows r on r.bank_file_id = ${bankFileId} and r.position = w.position
        join payout_lines l on l.row_id = r.row_id group by 1, 2),
    others as (
      select f.bank_file_id, f.name, f.submitted_at from bank_files f
      where f.provider_id = ${providerId} and f.bank_file_id <> ${bankFileId} and f.submitted_at is not null
        and f.submitted_at > (select made_at from bank_files where bank_file_id = ${bankFileId}) - make_interval(days => ${MAX_DAYS})
        and f.row_count >= (select sum(times) from told)
      order by f.submitted_at desc limit ${MAX_FILES})
    select o.name from others o
    where not exists (
      select from told left join lateral (
          select count(*) as times from bank_file_rows r join payout_lines l on l.row_id = r.row_id
          where r.bank_file_id = o.bank_file_id and r.net_fen = told.net_fen and l.card_hash = told.card_hash) own on true
      where own.times < told.times)
    order by o.submitted_at desc limit 1`.execute(tx)
  return rows[0]?.name
}

/** What whoever confirms is told; empty where there is nothing to tell. */
export async function alikeBehind(tx: Tx, by: Actor, file: BankFile): Promise<string> {
  if (!fileActions(file, by.person).includes('confirm')) return ''
  return (await alikeFile(tx, file)) ?? ''
}

/** Nothing in such a result says which of the two it is of: whoever confirms says how they know. */
export async function checkAlike(tx: Tx, file: BankFile, word: string): Promise<void> {
  if (word.trim() !== '') return
  const name = await alikeFile(tx, file)
  if (name !== undefined) throw new Refused('bank-result-alike', { name })
}
