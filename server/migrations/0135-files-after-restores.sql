-- Bank files after a restore (ADR 102): when this database was last found to have lost commits, and which companies have compared their
-- files with online banking since.
alter table sending_gate
  add column restored_at timestamptz,
  -- By what each restore was known, so that one is told once: a server, or the anchor that the audit log does not reach.
  add column restore_marks text[] not null default '{}';

create table bank_file_releases (
  provider_id integer primary key references providers,
  -- The restore after which the company compared.
  restored_at timestamptz not null,
  released_at timestamptz not null
);
