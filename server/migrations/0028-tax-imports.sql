-- Whose personal data was handed in to the tax client, and with which month: they are not collected a second time.

create table tax_people_collections (
  tax_id integer primary key references tax_periods,
  people_count integer not null,
  marked_at timestamptz not null,
  marked_by integer references accounts
);
create trigger tax_people_collections_kept before update or delete on tax_people_collections
  for each row execute function refuse_change();

-- By a payout and not by a hash of the ID number: keys are rotated, and hashes with them (D33).
create table tax_collected_people (
  tax_id integer not null references tax_people_collections,
  row_id bigint not null,
  primary key (tax_id, row_id)
);
create trigger tax_collected_people_kept before update or delete on tax_collected_people
  for each row execute function refuse_change();
