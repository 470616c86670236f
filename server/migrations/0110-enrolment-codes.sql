-- What an account must know to set up its first second factor: told to the second person who confirmed it (ADR 93).
create table enrolment_codes (
  account_id integer primary key references accounts,
  code_hash text not null,
  made_by integer not null references accounts,
  made_at timestamptz not null
);
