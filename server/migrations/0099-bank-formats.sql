-- Formats that people make of their bank's template, and who chooses the account that a batch is started on (ADR 83).

-- step: transaction
create table bank_formats (
  bank_format_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  -- The same for every version of a format.
  format_key text not null check (format_key ~ '^own-[0-9]+-[0-9]+$'),
  version integer not null check (version > 0),
  name text not null,
  -- Everything else that the format says, as domain/bank-files/bank-format.ts reads it.
  definition jsonb not null,
  effective_from date not null,
  proposed_by integer not null references accounts,
  -- Null where it took effect after its cooling time.
  confirmed_by integer references accounts,
  confirmed_at timestamptz not null,
  withdrawn_by integer references accounts,
  withdrawn_at timestamptz,
  withdrawal_reason text not null default '',
  constraint bank_formats_version_once unique (format_key, version),
  constraint two_people_make_a_format check (confirmed_by <> proposed_by),
  constraint withdrawn_by_somebody check ((withdrawn_by is null) = (withdrawn_at is null))
);
create index bank_formats_by_provider on bank_formats (provider_id);

-- A version never changes: batches name it. It can be withdrawn, once.
create function keep_bank_format() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null
    or (new.provider_id, new.format_key, new.version, new.name, new.definition, new.effective_from, new.proposed_by, new.confirmed_at)
      is distinct from (old.provider_id, old.format_key, old.version, old.name, old.definition, old.effective_from, old.proposed_by, old.confirmed_at)
  then raise exception 'a version of a bank format never changes';
  end if;
  return new;
end $$;
create trigger bank_formats_kept before update or delete on bank_formats for each row execute function keep_bank_format();

-- Whether whoever starts a batch of a provider chooses the account; without a line the default account is taken.
create table account_choices (
  provider_id integer primary key references providers,
  starter_chooses boolean not null,
  changed_at timestamptz not null
);

-- The account that was chosen with the time; null in schedules of earlier releases, which go by the default account.
alter table payout_schedules add column paying_account_id integer;
