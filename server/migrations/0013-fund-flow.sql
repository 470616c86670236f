-- A provider's fund flow: its account line by line with a running balance, in any number of lines (D23).

-- Lines stand in the order of their time. The sums of a day's part are read from the index alone. It takes the place of one
-- that no query used, so that settling writes as many indexes as before.
create index ledger_postings_by_time on ledger_postings (provider_id, at, posting_id) include (phase, amount_fen);
drop index ledger_postings_by_provider;

-- What each phase moved on each Shanghai day, kept with the postings: the balance of any moment is the days before it and a
-- part of its own, and any page of the flow is found by its day.
create table fund_days (
  provider_id integer not null references providers,
  day date not null,
  phase text not null,
  lines integer not null check (lines > 0),
  amount_fen bigint not null check (amount_fen > 0),
  primary key (provider_id, day, phase)
-- Room on the page for the many versions of today's rows.
) with (fillfactor = 50);
insert into fund_days (provider_id, day, phase, lines, amount_fen)
select provider_id, (at at time zone 'Asia/Shanghai')::date, phase, count(*), sum(amount_fen)
from ledger_postings group by 1, 2, 3;
