-- Layouts of bank statements that a clerk has named the columns of, beside those of payout sheets (ADR 61).

-- step: transaction
alter table sheet_layouts add column kind text not null default 'payouts';
alter table sheet_layouts add constraint sheet_layouts_kind check (kind in ('payouts', 'statement')) not valid;
