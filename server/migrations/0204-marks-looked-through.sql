-- Since which start of the server the marks of bank files were looked through for what this database has forgotten (ADR 166); null where never.
alter table sending_gate add column marks_looked_for timestamptz;
