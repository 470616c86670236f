// Statements of receiving accounts and their credits in the database; the only file that writes these tables (D50).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { CREDIT_DAYS, type CreditMatch } from '@paywages/domain/recharges/match-credits.ts'
import { sql } from 'kysely'
import { CREDIT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

/** One at a time for a receiving account: what one matches, the next must see. Held until the transaction ends. */
export async function lockReceiver(tx: Tx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('receiver-credits'), hashtext(${account}))`.execute(tx)
}

/** Which of these accounts have received for another platform than this one. */
export async function receivingElsewhere(
  tx: Tx,
  accounts: readonly string[],
  platformId: number,
): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select account from unnest(${[...accounts]}::text[]) as account
    where exists (select 1 from recharges r
      where r.receiver_account = account and r.status <> 'rejected' and r.platform_id <> ${platformId})`.execute(
    tx,
  )
  return rows.map(({ account }) => account)
}

export type NewReceiverStatement = {
  readonly account: string
  readonly fileId: string
  readonly fileName: string
  readonly sha256: string
  readonly uploaderId: number
  readonly uploadedAt: Date
  readonly lineCount: number
}

export async function insertReceiverStatement(tx: Tx, statement: NewReceiverStatement): Promise<number> {
  const row = await tx
    .insertInto('receiver_statements')
    .values({
      receiver_account: statement.account,
      file_id: statement.fileId,
      file_name: statement.fileName,
      file_sha256: statement.sha256,
      uploader_id: statement.uploaderId,
      uploaded_at: statement.uploadedAt,
      line_count: statement.lineCount,
    })
    .returning('receiver_statement_id')
    .executeTakeFirstOrThrow()
  return row.receiver_statement_id
}

/** The name under which this content was uploaded before. */
export async function knownReceiverStatement(
  tx: Tx,
  account: string,
  sha256: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('receiver_statements')
    .where('receiver_account', '=', account)
    .where('file_sha256', '=', sha256)
    .select('file_name')
    .executeTakeFirst()
  return row?.file_name
}

export type NewCredit = {
  readonly lineKey: string
  readonly page: number
  readonly lineNumber: number
  readonly day: Day | null
  readonly payerName: string
  readonly sealedPayer: string
  readonly amountFen: Fen
  readonly balanceFen: Fen | null
  readonly remark: string
}

/** Lines that an earlier statement brought stay as they are; the answer counts the new ones. */
export async function insertCredits(
  tx: Tx,
  of: { statementId: number; account: string },
  credits: readonly NewCredit[],
): Promise<number> {
  const column = <K extends keyof NewCredit>(name: K) => credits.map((credit) => credit[name])
  const { numAffectedRows } = await sql`
    insert into receiver_credits (receiver_statement_id, receiver_account, line_key, page, line_number, day, payer_name,
      sealed_payer, amount_fen, balance_fen, remark)
    select ${of.statementId}, ${of.account}, * from unnest(${column('lineKey')}::text[], ${column('page')}::int[],
      ${column('lineNumber')}::int[], ${column('day')}::date[], ${column('payerName')}::text[], ${column('sealedPayer')}::text[],
      ${column('amountFen')}::bigint[], ${column('balanceFen')}::bigint[], ${column('remark')}::text[])
    on conflict on constraint receiver_credits_line_once do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Those that the rules may match: not what looks like a line of another statement that is matched already, printed otherwise. */
export async function openCredits(tx: Tx, account: string) {
  const { rows } = await sql<{
    creditId: number
    day: Day | null
    payerName: string
    sealedPayer: string
    amountFen: Fen
  }>`
    select c.credit_id::float8 as "creditId", c.day::text as day, c.payer_name as "payerName", c.sealed_payer as "sealedPayer",
      c.amount_fen as "amountFen"
    from receiver_credits c
    where c.receiver_account = ${account} and c.recharge_id is null and c.day is not null
      and not exists (select 1 from receiver_credits t
        where t.receiver_account = c.receiver_account and t.amount_fen = c.amount_fen and t.day = c.day
          and t.recharge_id is not null and t.receiver_statement_id <> c.receiver_statement_id)
    order by c.credit_id`.execute(tx)
  return rows
}

/** Recharges without a credit that some open credit may be the money of, under lock: an audit waits, or has been. */
export async function lockUnmatched(tx: Tx, account: string) {
  const { rows } = await sql<{
    rechargeId: number
    providerId: number
    payerName: string
    sealedPayer: string
    amountFen: Fen
    payDay: Day
  }>`
    select r.recharge_id::float8 as "rechargeId", r.provider_id as "providerId", r.payer_name as "payerName", r.sealed_payer as "sealedPayer",
      r.amount_fen as "amountFen", r.pay_day::text as "payDay"
    from recharges r
    where r.receiver_account = ${account} and r.status <> 'rejected'
      and not exists (select 1 from receiver_credits m where m.recharge_id = r.recharge_id)
      and exists (select 1 from receiver_credits c
        where c.receiver_account = ${account} and c.recharge_id is null and c.amount_fen = r.amount_fen
          and c.day between r.pay_day - ${CREDIT_DAYS.before}::int and r.pay_day + ${CREDIT_DAYS.after}::int)
    order by r.recharge_id for update of r`.execute(tx)
  return rows
}

/** `by` is null where the rules decided. */
export async function setMatch(
  tx: Tx,
  { creditId, rechargeId }: CreditMatch,
  by: number | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('receiver_credits')
    .set({ recharge_id: BigInt(rechargeId), matched_by: by, matched_at: at })
    .where('credit_id', '=', BigInt(creditId))
    .where('recharge_id', 'is', null)
    .execute()
}

const NO_MATCH = { recharge_id: null, matched_by: null, matched_at: null }

/** Of a recharge that was rejected or taken back, or whose match a person undoes. */
export async function releaseCredit(tx: Tx, rechargeId: number): Promise<void> {
  await tx
    .updateTable('receiver_credits')
    .set(NO_MATCH)
    .where('recharge_id', '=', BigInt(rechargeId))
    .execute()
}

/** An older release beside this one rejects without releasing. */
export async function releaseRejected(tx: Tx, account: string): Promise<void> {
  await sql`
    update receiver_credits c set recharge_id = null, matched_by = null, matched_at = null
    from recharges r
    where c.receiver_account = ${account} and r.recharge_id = c.recharge_id and r.status = 'rejected'`.execute(
    tx,
  )
}

export const CREDIT_SEALS: SealedColumns = {
  name: 'credits of receiving accounts',
  table: 'receiver_credits',
  ids: ['credit_id'],
  columns: ['sealed_payer'],
  renew: (cipher, { sealed_payer }) => ({
    sealed_payer: cipher.seal(cipher.open(String(sealed_payer), CREDIT_SEAL), CREDIT_SEAL),
  }),
}
