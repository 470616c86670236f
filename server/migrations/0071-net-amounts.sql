-- The net amounts that a sheet asked for, where its gross ones were worked out of them (ADR 60).

-- step: transaction
create table payout_row_nets (
  row_id bigint primary key,
  net_fen bigint not null check (net_fen > 0)
);
