-- Layouts of payout sheets that a clerk has named the columns of (ADR 58).

-- step: transaction
create table sheet_layouts (
  layout_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  -- The headings with their places; no content of any sheet.
  layout_key text not null check (length(layout_key) <= 2000),
  -- Column numbers by field, zero-based.
  fields jsonb not null,
  amount_is text not null check (amount_is in ('gross', 'net')),
  chosen_by integer not null references accounts,
  chosen_at timestamptz not null,
  constraint sheet_layouts_once unique (provider_id, layout_key)
);
