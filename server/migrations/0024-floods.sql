-- Places that accounts logged in from, and how often a signing link was identified, sent codes and given photographs.

-- Keyed hashes of account and address: where an account has succeeded before, wrong attempts from elsewhere do not slow it down (D9).
create table login_places (
  subject text primary key,
  last_login_at timestamptz not null
);
create index login_places_by_time on login_places (last_login_at);

alter table signing_links
  -- Once its person has shown who they are, a link is spared when others behind the same address are locked (D27).
  add column identified_at timestamptz,
  add column code_sends integer not null default 0,
  add column photo_tries integer not null default 0;
