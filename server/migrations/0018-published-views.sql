-- What each slice publishes, so that no other reads its tables: server/table-owners.ts tells whose a table is, and who reads what.

-- Providers.
create view provider_names as
  select provider_id, name from providers;
create view provider_profiles as
  select provider_id, name, enabled, session_epoch, bank_account_name, taxpayer_id, service_rate, withholds_tax, tax_method, gap_restarts
  from providers;
create view platform_names as
  select platform_id, name from platforms;
-- The scope rule asks it.
create view platform_providers as
  select platform_id, provider_id from provider_platforms;

create or replace view account_identities as
  select a.account_id, a.account, a.real_name, a.provider_id, p.name as provider_name, a.platform_id,
    f.name as platform_name, a.pay_right, a.check_right, a.app_login_right, a.manager, a.super_manager,
    a.must_change_password, a.session_epoch + p.session_epoch as session_epoch, a.enabled and p.enabled as enabled
  from accounts a join provider_profiles p using (provider_id) join platform_names f on f.platform_id = a.platform_id;

-- Files: what is said of one where a record shows it, and where its bytes are.
create view file_facts as
  select file_id, name, content, size_bytes, store_key from files;

-- Freelancers: what a provider knows of a person, and whose ID number it is. Without a join between them, as most ask for one.
create view provider_people as
  select provider_id, freelancer_id, name, pinyin, signed_at, sealed_contact from provider_freelancers;
create view person_ids as
  select freelancer_id, id_hash, sealed_id from freelancers;

-- The ledger.
create view ledger_lines as
  select posting_id, provider_id, phase, amount_fen, subject, subject_id, at from ledger_postings;
create view ledger_days as
  select provider_id, day, phase, lines, amount_fen from fund_days;
-- What stands on an account beside the money that may be spent: tax to be paid, and what the bank paid out beyond the balance.
create view ledger_debts as
  select provider_id, tax_payable_fen, suspense_fen from ledger_balances;

-- Recharges, for the lines of the fund flow.
create view recharge_payers as
  select recharge_id, payer_name from recharges;
create view recharge_takebacks as
  select reversal_id, recharge_id, kind from recharge_reversals;

-- Payouts: a row as those need it who send it, list it or show what its money moved for.
create view payout_lines as
  select row_id, batch_id, provider_id, row_number, status, name, id_hash, card_hash, sealed, bank, amount_fen, fee_fen, tax_fen,
    remark, error, paid_at, payout_at
  from payout_rows;
create view row_payees as
  select row_id, provider_id, id_hash, name from payout_rows;
-- Every name under which a person was put on a sheet; of batches just started, whose people are not registered yet, by their rows.
create view registered_payees as
  select provider_id, name, id_hash from payee_names;
create view unregistered_payees as
  select b.provider_id, r.name, r.id_hash from payout_batches b join payout_rows r using (batch_id)
  where b.registered_at is null and b.status = 'transferring';
create view started_batches as
  select batch_id, batch_no, provider_id, platform_id, started_at, gross_fen, people_count, payable_count, succeeded_count, failed_count,
    succeeded_people, failed_people, succeeded_fen, failed_fen, succeeded_fee_fen, succeeded_tax_fen
  from payout_batches where status = 'transferring';
-- In the order in which the starts were let in, which is that of the approvals and not of their clocks.
create view batch_starts as
  select batch_id, approval_id as start_order from payout_approvals where step = 'start';

-- Transfers: for those who hold payouts against the bank's books, and for those who show a payout.
create view row_transfers as
  select transfer_id, row_id, batch_id, provider_id, reference, state, amount_fen, tax_fen, bank_serial, ended_at from transfers;
create view row_transfer_states as
  select row_id, state from transfers;
create or replace view tax_postings as
  select t.row_id, l.provider_id, l.phase, l.amount_fen, l.at from ledger_lines l join transfers t on t.transfer_id = l.subject_id
  where l.subject = 'transfer' and l.phase in ('settle-tax', 'late-tax', 'return-tax');

-- Bank statements: on which page of which file a payout is listed as paid.
create view row_statement_pages as
  select l.row_id, s.file_id, l.page from statement_lines l join statements s using (statement_id)
  where l.result = 'linked' and l.kind = 'debit';

-- Signing, now from what the freelancers publish.
create or replace view signing_standings as
  select pf.provider_id, pf.freelancer_id,
    l.link_id, l.created_at as link_created_at, l.expires_at, l.opened_at, l.failed_tries,
    c.contract_id, c.contract_no, c.text_version, c.signed_at, c.pdf_file_id, c.front_file_id, c.back_file_id,
    c.signature_file_id, c.images_deleted_at
  from provider_people pf
    left join signing_links l on l.provider_id = pf.provider_id and l.freelancer_id = pf.freelancer_id
      and l.used_at is null and l.revoked_at is null and l.replaced_at is null
    left join personal_contracts c on c.provider_id = pf.provider_id and c.freelancer_id = pf.freelancer_id
      and c.terminated_at is null;

-- Categories, and who uses one, each told by its own slice, and whether that is still going on.
create view category_names as
  select category_id, name from invoice_categories;
create view contract_categories as
  select category_id, provider_id, status in ('pending', 'effective') as open from enterprise_contracts where category_id is not null;
create view application_categories as
  select category_id, provider_id, status in ('pending', 'invoicing') as open from invoice_applications;
drop view category_uses;
