-- What moved on a day for one batch, recharge or reversal (ADR 66): the fund flow shows a batch of ten thousand people as one line.
-- contract: least writer 0086

-- step: transaction
create table fund_subjects (
  provider_id integer not null references providers,
  day date not null,
  subject text not null check (subject in ('batch', 'recharge', 'reversal')),
  subject_id bigint not null,
  phase text not null,
  lines integer not null check (lines > 0),
  amount_fen bigint not null check (amount_fen > 0),
  last_at timestamptz not null,
  primary key (provider_id, day, subject, subject_id, phase)
-- Room on the page for the many versions of a batch under way.
) with (fillfactor = 50);
insert into fund_subjects (provider_id, day, subject, subject_id, phase, lines, amount_fen, last_at)
select p.provider_id, (p.at at time zone 'Asia/Shanghai')::date, case p.subject when 'transfer' then 'batch' else p.subject end,
  case p.subject when 'transfer' then t.batch_id else p.subject_id end, p.phase, count(*), sum(p.amount_fen), max(p.at)
from ledger_postings p
  left join transfer_names n on p.subject = 'transfer' and n.transfer_id = p.subject_id
  left join transfers t on p.subject = 'transfer' and t.row_id = coalesce(n.row_id, p.subject_id)
where p.phase in ('recharge', 'recharge-reversal', 'settle-net', 'settle-fee', 'settle-tax', 'settle-vat', 'late-net', 'late-fee', 'late-tax',
  'late-vat', 'return-net', 'return-fee', 'return-tax', 'return-vat')
group by 1, 2, 3, 4, 5;
create view ledger_subjects as
  select provider_id, day, subject, subject_id, phase, lines, amount_fen, last_at from fund_subjects;
