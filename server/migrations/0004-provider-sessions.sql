-- Disabling a provider ends the sessions of its accounts for good: enabling it again must not bring them back (D9).

alter table providers add column session_epoch integer not null default 0;

-- An account's sessions belong to its own epoch and its provider's together; both only rise.
create or replace view account_identities as
  select a.account_id, a.account, a.real_name, a.provider_id, p.name as provider_name, a.platform_id,
    f.name as platform_name, a.pay_right, a.check_right, a.app_login_right, a.manager, a.super_manager,
    a.must_change_password, a.session_epoch + p.session_epoch as session_epoch, a.enabled and p.enabled as enabled
  from accounts a join providers p using (provider_id) join platforms f on f.platform_id = a.platform_id;
