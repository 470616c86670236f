-- When a remembered layout last read a sheet (ADR 60).

-- step: transaction
alter table sheet_layouts add column last_used_at timestamptz;
