-- Repeated reads of one record by one person within minutes: each keeps its entry, and points to the first of them (ADR 56).

-- step: transaction
alter table audit_entries add column repeats bigint;

-- step: index
create index concurrently audit_entries_by_first on audit_entries (repeats) where repeats is not null;
