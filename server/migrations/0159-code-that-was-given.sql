-- A signing's evidence is what happened: the phone whose code opened the session, as a keyed digest; null where no code was asked for (ADR 68).

-- step: transaction
alter table signing_links add column code_phone_hash text check (length(code_phone_hash) <= 64);
