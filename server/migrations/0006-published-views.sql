-- What the slices of accounts, restricted people and freelancers publish for others.

-- Only who someone is: lists that show a name need not join where they work.
create view account_names as
  select account_id, account, real_name from accounts;

create view restricted_people as
  select provider_id, id_hash from limit_users where removed_at is null;

create view known_people as
  select pf.provider_id, f.id_hash, f.freelancer_id, pf.name, pf.name_bound, pf.signed_at
  from provider_freelancers pf join freelancers f using (freelancer_id);
