-- A first sending is told by its lease alone, and so is the bank's plain word of success: transfers are not touched when they are claimed, and
-- their history has entries only of what was out of the ordinary (ADR 49).
-- contract: least writer 0054

-- step: transaction
-- Of a first sending: everything of the batch from the first to the last row that was reserved then. Its number in the order of all entries of
-- history, and that of the bank's answer with what it said.
alter table transfer_leases add column batch_id bigint, add column sent_event_id bigint, add column answered_event_id bigint,
  add column answered_at timestamptz, add column answer text not null default '';
-- Whether the answer to its first sending ended it: the lease tells when.
alter table transfers add column answered boolean not null default false;
-- The serial of an answer that another message of the bank has replaced since.
create table replaced_serials (row_id bigint primary key, serial text not null);
create trigger replaced_serials_kept before update or delete on replaced_serials for each row execute function refuse_change();
create trigger replaced_serials_not_truncated before truncate on replaced_serials for each statement execute function refuse_change();

-- What a lease tells of history is as append-only as history (I5): the answer is written once, the rest never.
create function only_answer_lease() returns trigger language plpgsql as $$
declare
  changed transfer_leases := new;
begin
  changed.swept := old.swept;
  if old.answered_event_id is null then
    changed.answered_event_id := null;
    changed.answered_at := old.answered_at;
    changed.answer := old.answer;
  end if;
  if changed is distinct from old then
    raise exception 'what transfer_leases tells is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transfer_leases_answered_once before update on transfer_leases for each row execute function only_answer_lease();
create trigger transfer_leases_kept before delete on transfer_leases for each row execute function refuse_change();
create trigger transfer_leases_not_truncated before truncate on transfer_leases for each statement execute function refuse_change();

create function next_event_id() returns bigint language sql security definer set search_path = pg_catalog, pg_temp
  return nextval('public.transfer_events_event_id_seq');

-- step: index
create index concurrently transfer_leases_by_rows on transfer_leases (batch_id, first_row_id) where batch_id is not null;

-- step: transaction
-- What is reserved and not after the position of its queue is being sent for the first time.
create view current_transfers as
  select t.row_id, t.payout_at, t.batch_id, t.provider_id,
    case when t.state = 'reserved' and t.row_id <= q.position then 'sending' else t.state end as state,
    case when t.state = 'reserved' and t.row_id <= q.position then (
      select l.lease_id from transfer_leases l where l.batch_id = t.batch_id and l.first_row_id <= t.row_id order by l.first_row_id desc limit 1)
    else t.lease_id end as lease_id,
    case when t.state = 'reserved' and t.row_id <= q.position then 1::smallint else t.attempts end as attempts,
    t.paid, t.bank_serial, t.reason
  from transfers t left join transfer_queues q on q.batch_id = t.batch_id;
create or replace view row_transfer_states as
  select row_id, state from current_transfers where state <> 'refused';
create or replace view row_transfers as
  select coalesce(n.transfer_id, t.row_id) as transfer_id, t.row_id, t.batch_id, t.provider_id,
    coalesce(n.reference, 'PW' || b.batch_no || 'R' || r.row_number || 'X' || b.reference_mark) as reference,
    t.state, r.amount_fen, r.fee_fen, r.tax_fen, r.vat_fen, t.bank_serial, t.attempts, t.payout_at
  from current_transfers t join payout_lines r on r.row_id = t.row_id join batch_references b on b.batch_id = t.batch_id
    left join transfer_names n on n.row_id = t.row_id
  where t.state <> 'refused';

-- A transfer's whole history: ask by row.
create view transfer_steps as
  select t.row_id, coalesce(n.transfer_id, t.row_id) as transfer_id, e.*
  from transfers t left join transfer_names n on n.row_id = t.row_id cross join lateral (
    select e.event_id, e.kind, e.from_state, e.to_state, e.attempt, e.detail, e.alarm, e.account_id, e.at
    from transfer_events e where e.transfer_id = coalesce(n.transfer_id, t.row_id)
    union all
    select s.* from (
      select l.* from transfer_leases l where l.batch_id = t.batch_id and l.first_row_id <= t.row_id
        and (t.attempts > 0 or t.state = 'reserved') and t.state <> 'refused' order by l.first_row_id desc limit 1) l
      cross join lateral (values
        (l.sent_event_id, 'sent', 'reserved', 'sending', 1, '', null::text, null::integer, l.sent_at),
        (l.answered_event_id, 'answered', 'sending', 'succeeded', 1,
          concat_ws(' ', nullif(l.answer, ''), nullif(coalesce((select serial from replaced_serials p where p.row_id = t.row_id), t.bank_serial), '')),
          null, null, l.answered_at)) s(event_id, kind, from_state, to_state, attempt, detail, alarm, account_id, at)
    where l.last_row_id >= t.row_id and (s.kind = 'sent' or t.answered)) e;
