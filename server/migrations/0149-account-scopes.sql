-- Which providers lie on an account's platform, whatever has become of the account: proposals ask it of managers who were disabled lately.
create view account_scopes as
  select i.account_id, i.provider_id as home_provider_id, i.manager, f.provider_id
  from account_identities i join platform_providers f on f.platform_id = i.platform_id;
