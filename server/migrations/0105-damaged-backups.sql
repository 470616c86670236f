-- How many earlier base backups could not be read when the last one was taken (ADR 75).

-- step: transaction
alter table recovery_notes add column damaged integer not null default 0;
