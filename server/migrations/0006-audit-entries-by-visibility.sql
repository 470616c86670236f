-- An entry that a sealer sees is committed; which transaction wrote it tells nothing more, and waiting for all older
-- transactions of the whole cluster kept entries unsealed.

alter table audit_entries drop column written_by;
