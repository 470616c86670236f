-- What the nightly check of the file store against the database last found, for the metrics of every worker and the workbench.

-- step: transaction
create table file_checks (
  id smallint primary key default 1 check (id = 1),
  checked_at timestamptz not null,
  missing integer not null,
  unnamed integer not null,
  -- Kind and key of the newest that are missing.
  named text[] not null
);
