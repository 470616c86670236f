-- Releases from before 0174 know neither approval policies nor how tax is reckoned today: they write nothing any more (ADR 147).
-- contract: least writer 0174

-- step: transaction
comment on table schema_version is 'The least release that may write: what fits the schema may still pay by rules that were given up.';
