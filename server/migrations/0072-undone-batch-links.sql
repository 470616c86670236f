-- A person may take back the link of one debit to a whole batch; matching again does not make it anew (D32).

alter table statement_lines add column batch_undone boolean not null default false;
