-- When a provider filed its platform's basic information (Announcement 2025 No. 15), without which it should not withhold cumulatively.
-- Null where it has not been said.
alter table providers add column basic_info_filed_on date;

create or replace view provider_profiles as
  select provider_id, name, enabled, session_epoch, bank_account_name, taxpayer_id, service_rate, withholds_tax, tax_method, gap_restarts, gap_rule,
    basic_info_filed_on
  from providers;
