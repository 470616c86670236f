-- Whether a clerk was asked if a layout's amounts are before tax or what arrives: not where the two were the same (ADR 129).

-- step: transaction
alter table sheet_layouts add column amount_asked boolean not null default false;
