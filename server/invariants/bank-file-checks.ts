// Bank files against the transfers they carry, and the evidence behind what they settled (I16).

import { sql } from 'kysely'
import { looksAtBatch, looksAtRow } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

const found = (what: string): Finding => ({ invariant: 'I16', what })

/** Each transfer in one live file at most, each of a made batch in some file, and none of the direct channel in any. */
export const rowsStandInOneFile: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ reference: string; what: string }>`
    with lately as (
      select t.row_id, t.reference, t.state, q.channel, f.made_at from row_transfers t join payout_batches b on b.batch_id = t.batch_id
        join transfer_queues q on q.batch_id = t.batch_id left join bank_file_batches f on f.batch_id = t.batch_id
      where ${looksAtRow(extent, 't.row_id')} and (q.channel = 'file' or f.batch_id is not null)
    ), placed as (
      select l.*, count(r.row_id) filter (where r.live and f.state <> 'withdrawn') as live, count(r.row_id) as files,
        bool_or(r.live <> (f.state <> 'withdrawn')) as differs
      from lately l left join bank_file_rows r on r.row_id = l.row_id left join bank_files f on f.bank_file_id = r.bank_file_id
      group by l.row_id, l.reference, l.state, l.channel, l.made_at
    )
    select reference, case when live > 1 then 'stands in ' || live || ' live files'
        when channel <> 'file' and files > 0 then 'is sent directly and stands in a file'
        when channel = 'file' and made_at is null and files > 0 then 'stands in a file of a batch whose files are not made'
        when channel = 'file' and made_at is not null and files = 0 then 'stands in no file'
        when live = 0 and files > 0 and state not in ('failed', 'succeeded', 'returned') then 'is open, and its file is withdrawn'
        else 'stands in a file that says otherwise' end as what
    from placed where live > 1 or (channel <> 'file' and files > 0) or (channel = 'file' and (made_at is null) <> (files = 0)) or differs
      or (live = 0 and files > 0 and state not in ('failed', 'succeeded', 'returned'))
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ reference, what }) => found(`transfer ${reference} ${what}`))
}

/** Count and sum of a file are those of its rows, and each row pays what its transfer does. */
export const filesAreTheirTransfers: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ name: string }>`
    select f.name from bank_files f join payout_batches b on b.batch_id = f.batch_id
      left join bank_file_rows r on r.bank_file_id = f.bank_file_id left join row_transfers t on t.row_id = r.row_id
    where ${looksAtBatch(extent, 'f.batch_id')}
    group by f.bank_file_id, f.name, f.row_count, f.sum_fen, f.batch_id
    having (count(r.row_id), coalesce(sum(r.net_fen), 0)) <> (f.row_count, f.sum_fen) or max(r.position) <> f.row_count
      or bool_or(t.row_id is null or t.batch_id <> f.batch_id or r.net_fen <> t.amount_fen - t.tax_fen - t.vat_fen)
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ name }) => found(`bank file ${name} is not what its transfers come to`))
}

/** Nothing of a file is sent, and what is ended has a confirmed result, two people, a withdrawn file, or the bank's own record behind it. */
export const endsHaveEvidence: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ reference: string; state: string }>`
    select t.reference, t.state from row_transfers t join transfer_queues q on q.batch_id = t.batch_id and q.channel = 'file'
      join payout_batches b on b.batch_id = t.batch_id
    where ${looksAtRow(extent, 't.row_id')} and (t.state = 'sending' or t.state in ('succeeded', 'failed', 'returned')
      and not exists (
        select from bank_file_rows r join bank_files f on f.bank_file_id = r.bank_file_id
          join bank_file_results s on s.bank_file_id = r.bank_file_id and s.state = 'confirmed'
          join bank_file_result_rows w on w.result_id = s.result_id and w.position = r.position
        where r.row_id = t.row_id and s.decided_by <> s.imported_by and s.decided_by is distinct from f.submitted_by and w.status = case t.state when 'failed' then 'rejected' else t.state::text end
          and not exists (select from bank_file_ambiguous_lines l where l.result_id = s.result_id and l.position = r.position and l.assigned_by = s.decided_by))
      and not exists (
        select from transfer_resolutions s where s.transfer_id = t.transfer_id and s.status = 'confirmed' and s.outcome = t.state::text)
      and not (t.state = 'failed' and exists (
        select from bank_file_rows r join bank_files f on f.bank_file_id = r.bank_file_id
        where r.row_id = t.row_id and f.state = 'withdrawn' and f.withdrawn_by <> f.withdrawal_asked_by))
      and not exists (
        select from transfer_events e where e.transfer_id = t.transfer_id and e.to_state = t.state::text
          and e.kind in ('listed', 'notified', 'adopted')))
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ reference, state }) =>
    found(`transfer ${reference} of a file is ${state} without evidence`),
  )
}
