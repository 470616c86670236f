-- A part of a name is found by its characters and pairs of characters, and not by looking through all names (ADR 43).

-- step: transaction
-- Of 王小禾: 王, 小, 禾, 王小, 小禾.
create function name_grams(name text) returns text[] language sql immutable strict parallel safe
  return array(select distinct substr(name, place, length) from generate_series(1, char_length(name)) place, generate_series(1, 2) length);

-- step: index
create index concurrently payee_names_by_gram on payee_names using gin (name_grams(name));

-- step: index
create index concurrently provider_freelancers_by_gram on provider_freelancers using gin (name_grams(name));

-- step: index
create index concurrently tax_statements_by_gram on tax_statements using gin (name_grams(name));

-- step: index
create index concurrently tax_year_statements_by_gram on tax_year_statements using gin (name_grams(name));
