-- Papers: enterprise contracts, invoice categories, invoice applications and the stock of invoices (D28–D30).

create table service_items (
  service_item_id integer generated always as identity primary key,
  name text not null check (name <> ''),
  created_by integer not null references accounts,
  created_at timestamptz not null
);
-- Full-width letters and signs are the same name to whoever reads it.
create unique index service_items_once on service_items (lower(normalize(name, nfkc)));

-- Global: every provider invoices by the same categories.
create table invoice_categories (
  category_id integer generated always as identity primary key,
  service_item_id integer not null references service_items,
  name text not null check (name <> ''),
  enabled boolean not null default true,
  created_by integer not null references accounts,
  created_at timestamptz not null,
  -- When it was last enabled or disabled.
  status_at timestamptz not null
);
create unique index invoice_categories_once on invoice_categories (service_item_id, lower(normalize(name, nfkc)));

create table enterprise_contracts (
  contract_id integer generated always as identity primary key,
  contract_no text not null check (length(contract_no) between 1 and 30),
  name text not null check (length(name) between 1 and 30),
  provider_id integer not null references providers,
  category_id integer references invoice_categories,
  status text not null default 'pending' check (status in ('pending', 'effective', 'expired', 'terminated')),
  -- Of the provider when it was made; what charges is the provider's own (D29).
  service_rate integer not null check (service_rate between 0 and 1000000),
  -- Whose company the other party is (D12).
  brand smallint not null check (brand in (1, 2)),
  generated_at timestamptz not null,
  generated_by integer not null references accounts,
  begin_day date,
  end_day date,
  -- When the signed paper came in.
  signed_at timestamptz,
  -- Ours, from the published text; null until it is set, and anew whenever what it prints has changed.
  made_file_id uuid references files,
  text_version text,
  -- Whoever sets the paper holds it so long; after that it is anybody's again.
  paper_held_until timestamptz,
  signed_file_id uuid references files,
  -- Counts the saves: a page that was read before another save may not overwrite it.
  version integer not null default 1,
  check ((begin_day is null) = (end_day is null)),
  check (end_day > begin_day),
  check ((signed_file_id is null) = (signed_at is null)),
  check ((made_file_id is null) = (text_version is null)),
  constraint contract_in_force_is_signed check (status <> 'effective' or (signed_file_id is not null and begin_day is not null))
);
create unique index enterprise_contracts_no on enterprise_contracts (contract_no);
-- One live contract a provider, whoever generates at the same time.
create unique index enterprise_contracts_live on enterprise_contracts (provider_id) where status in ('pending', 'effective');
create index enterprise_contracts_newest on enterprise_contracts (provider_id, contract_id desc);
create index enterprise_contracts_by_category on enterprise_contracts (category_id, status) where category_id is not null;
create index enterprise_contracts_unset on enterprise_contracts (contract_id) where made_file_id is null and signed_file_id is null;

-- What became of a contract: by whom, or by the day.
create table contract_events (
  event_id bigint generated always as identity primary key,
  contract_id integer not null references enterprise_contracts,
  kind text not null check (kind in ('generated', 'saved', 'effective', 'expired', 'terminated')),
  account_id integer references accounts,
  at timestamptz not null,
  -- What was changed, field by field.
  changes jsonb not null default '[]'
);
create index contract_events_by_contract on contract_events (contract_id, event_id);
create trigger contract_events_kept before update or delete on contract_events
  for each row execute function refuse_change();

-- What a provider has applied for and had invoiced: one row a provider, locked by whoever applies.
create table invoice_accounts (
  provider_id integer primary key references providers,
  applied_fen bigint not null default 0 check (applied_fen >= 0),
  invoiced_fen bigint not null default 0 check (invoiced_fen >= 0)
);
insert into invoice_accounts (provider_id) select provider_id from providers;
create function open_invoice_account() returns trigger language plpgsql as $$
begin
  insert into invoice_accounts (provider_id) values (new.provider_id);
  return new;
end $$;
create trigger providers_have_an_invoice_account after insert on providers
  for each row execute function open_invoice_account();

create table invoice_applications (
  application_id integer generated always as identity primary key,
  application_no text not null unique,
  provider_id integer not null references providers,
  platform_id integer not null references platforms,
  invoice_type text not null check (invoice_type in ('special-paper', 'special-electronic', 'ordinary-paper', 'ordinary-electronic')),
  category_id integer not null references invoice_categories,
  amount_fen bigint not null check (amount_fen > 0),
  remark text not null default '' check (length(remark) <= 100),
  status text not null default 'pending' check (status in ('pending', 'invoicing', 'invoiced', 'rejected')),
  withdrawn boolean not null default false,
  refuse_reason text not null default '',
  applicant_id integer not null references accounts,
  applied_at timestamptz not null,
  auditor_id integer references accounts,
  audited_at timestamptz,
  invoiced_by integer references accounts,
  invoiced_at timestamptz,
  tracking_no text not null default '',
  tracking_note text not null default '',
  invoice_count integer not null default 0 check (invoice_count >= 0),
  -- How much of it stands against payouts; the rest found none yet.
  allocated_fen bigint not null default 0 check (allocated_fen between 0 and amount_fen),
  check ((status = 'invoiced') = (invoiced_at is not null)),
  check (status in ('pending') or withdrawn or audited_at is not null),
  check (not withdrawn or status = 'rejected')
);
-- Whether a category is used, and by how many that are still open.
create index invoice_applications_by_category on invoice_applications (category_id, status);
create index invoice_applications_newest on invoice_applications (provider_id, application_id desc);
create index invoice_applications_open on invoice_applications (provider_id) where status in ('pending', 'invoicing');
create index invoice_applications_unallocated on invoice_applications (provider_id, invoiced_at)
  where status = 'invoiced' and allocated_fen < amount_fen;

-- The files of a result; a correction takes some out and keeps them for the history.
create table invoice_files (
  file_id uuid primary key references files,
  application_id integer not null references invoice_applications,
  place integer not null,
  added_at timestamptz not null,
  removed_at timestamptz
);
create index invoice_files_by_application on invoice_files (application_id, place) where removed_at is null;

create table invoice_events (
  event_id bigint generated always as identity primary key,
  application_id integer not null references invoice_applications,
  kind text not null check (kind in ('applied', 'agreed', 'refused', 'withdrawn', 'invoiced', 'corrected')),
  account_id integer not null references accounts,
  at timestamptz not null,
  reason text not null default '',
  changes jsonb not null default '[]'
);
create index invoice_events_by_application on invoice_events (application_id, event_id);
create trigger invoice_events_kept before update or delete on invoice_events
  for each row execute function refuse_change();

-- Which payouts an invoice covers, and with how much of it (D30).
create table invoice_covers (
  row_id bigint not null,
  application_id integer not null references invoice_applications,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (row_id, application_id)
);
create index invoice_covers_by_application on invoice_covers (application_id);

create table invoice_stocks (
  stock_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  created_at timestamptz not null,
  -- Null where the first of the month added it.
  saved_by integer references accounts,
  saved_at timestamptz,
  version integer not null default 1,
  unique (provider_id, month)
);
create index invoice_stocks_by_month on invoice_stocks (month, provider_id);

create table invoice_stock_lines (
  stock_id integer not null references invoice_stocks,
  invoice_type text not null check (invoice_type in ('special-paper', 'special-electronic', 'ordinary-paper', 'ordinary-electronic')),
  supported boolean not null,
  sufficient boolean not null,
  invoice_count integer not null check (invoice_count between 0 and 1000000),
  amount_fen bigint not null check (amount_fen between 0 and 100000000000000),
  drawn_count integer not null default 0 check (drawn_count >= 0),
  drawn_fen bigint not null default 0 check (drawn_fen >= 0),
  primary key (stock_id, invoice_type)
);

-- What the payouts publish for invoices: what was paid out in the end, and the rows it was paid in.
create view succeeded_sums as
  select provider_id, sum(succeeded_fen)::bigint as gross_fen, sum(succeeded_fee_fen)::bigint as fee_fen
  from payout_days group by provider_id;

create view succeeded_rows as
  select row_id, provider_id, amount_fen + fee_fen as value_fen, payout_at, paid_at from payout_rows where status = 'succeeded';

-- What invoices publish for those who show a payout.
create view row_invoices as
  select c.row_id, string_agg(a.application_no, '、' order by a.application_id) as application_nos
  from invoice_covers c join invoice_applications a using (application_id) group by c.row_id;

-- What contracts and invoices publish for the categories: who uses one, and whether that is still going on.
create view category_uses as
  select category_id, provider_id, 'contract' as kind, status in ('pending', 'effective') as open
  from enterprise_contracts where category_id is not null
  union all
  select category_id, provider_id, 'application', status in ('pending', 'invoicing') from invoice_applications;
