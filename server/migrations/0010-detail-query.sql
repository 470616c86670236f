-- What people look up every morning: payouts by company and time, in any number of rows (D23).

-- When a row was paid, or else started: set by the start for every row it takes, and by the settlement. Null before that and
-- for cancelled rows, so that exactly the rows of the detail query have one.
alter table payout_rows add column payout_at timestamptz;
update payout_rows r set payout_at = coalesce(r.paid_at, b.started_at)
  from payout_batches b where b.batch_id = r.batch_id and b.status = 'transferring' and r.status <> 'cancelled';

create index payout_rows_by_payout on payout_rows (provider_id, payout_at desc, row_id desc) where payout_at is not null;
create index payout_rows_by_time on payout_rows (payout_at desc, row_id desc) where payout_at is not null;
-- The person first: the same index finds someone at one company and at all of them. Every index is written anew for each row that
-- starts and that settles.
drop index payout_rows_by_person;
create index payout_rows_by_person on payout_rows (id_hash, provider_id);

-- How many rows stand at each Shanghai day, moved together with them: counting ten million rows takes longer than anyone waits.
create table payout_days (
  provider_id integer not null references providers,
  day date not null,
  processing integer not null default 0 check (processing >= 0),
  succeeded integer not null default 0 check (succeeded >= 0),
  failed integer not null default 0 check (failed >= 0),
  succeeded_fen bigint not null default 0 check (succeeded_fen >= 0),
  failed_fen bigint not null default 0 check (failed_fen >= 0),
  succeeded_fee_fen bigint not null default 0 check (succeeded_fee_fen >= 0),
  primary key (provider_id, day)
);
insert into payout_days (provider_id, day, processing, succeeded, failed, succeeded_fen, failed_fen, succeeded_fee_fen)
select provider_id, (payout_at at time zone 'Asia/Shanghai')::date, count(*) filter (where status = 'processing'),
  count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed'),
  coalesce(sum(amount_fen) filter (where status = 'succeeded'), 0), coalesce(sum(amount_fen) filter (where status = 'failed'), 0),
  coalesce(sum(fee_fen) filter (where status = 'succeeded'), 0)
from payout_rows where payout_at is not null group by 1, 2;

-- Every name under which a person was put on a sheet, so that a part of a name finds people before it finds rows.
create table payee_names (
  provider_id integer not null,
  name text not null,
  id_hash text not null,
  primary key (provider_id, name, id_hash)
);
insert into payee_names select distinct provider_id, name, id_hash from payout_rows;
