-- When a base backup was last taken, WAL last archived and a restore last drilled, for the metrics of every process (ADR 75).

-- step: transaction
create table recovery_notes (
  kind text primary key check (kind in ('base', 'wal', 'drill')),
  noted_at timestamptz not null,
  detail text not null
);
