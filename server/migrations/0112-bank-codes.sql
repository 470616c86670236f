-- CNAPS codes (联行号) of banks and branches, as the operator loads them (ADR 95).

create table bank_codes (
  code text primary key check (code ~ '^[0-9]{12}$'),
  name text not null,
  -- Without the form of the company, blanks and brackets: what a payee's bank is looked up by.
  name_key text not null check (name_key <> '')
);
create index bank_codes_by_name on bank_codes (name_key);
