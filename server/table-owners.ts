/** Whose every table is, what each slice publishes for the others, and who reads it: scripts/check-sql-walls.ts holds the sources to it. */

/** Only the slice writes, locks and reads these; a table that is in no migration, or in none of these lists, fails the check. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'account_phones'],
  adapters: ['daily_numbers', 'schema_version'],
  approvals: ['approval_policies'],
  'audit-log': [
    'audit_archives',
    'audit_entries',
    'audit_entries_default',
    'audit_entries_first',
    'audit_seals',
  ],
  backups: ['recovery_notes'],
  'bank-files': [
    'paying_accounts',
    'bank_formats',
    'bank_codes',
    'account_choices',
    'bank_file_batches',
    'bank_files',
    'bank_file_rows',
    'bank_file_results',
    'bank_file_result_rows',
    'bank_file_ambiguous_lines',
    'bank_file_line_candidates',
    'bank_file_contradictions',
    'bank_file_comparisons',
    'bank_file_releases',
  ],
  'enterprise-contracts': ['enterprise_contracts', 'contract_events'],
  factors: [
    'account_totps',
    'recovery_codes',
    'enrolment_codes',
    'passkeys',
    'passkey_challenges',
    'passkey_signatures',
    'passkey_change_signatures',
  ],
  files: ['files', 'file_checks'],
  freelancers: ['freelancers', 'provider_freelancers', 'contact_changes'],
  invariants: [
    'verifications',
    'invariant_checkpoints',
    'checked_postings',
    'checked_batches',
    'checked_batch_days',
    'checked_providers',
    'decisions_before_signatures',
    'decisions_before_log',
  ],
  'invoice-categories': ['service_items', 'invoice_categories'],
  'invoice-stock': ['invoice_stocks', 'invoice_stock_lines'],
  invoices: ['invoice_accounts', 'invoice_applications', 'invoice_files', 'invoice_events', 'invoice_covers'],
  keys: ['secret_keys', 'kept_keys', 'key_writers'],
  ledger: ['ledger_balances', 'ledger_postings', 'ledger_settlements', 'fund_days', 'fund_subjects'],
  limits: ['limit_users'],
  payouts: [
    'payout_batches',
    'payout_rows',
    'payout_approvals',
    'approval_signatures',
    'payout_days',
    'payee_names',
    'upload_progress',
    'sheet_layouts',
    'payout_row_nets',
    'payout_schedules',
    'account_pairs',
  ],
  personal: ['full_reads', 'full_read_alarms'],
  proposals: ['proposals', 'account_notices', 'proposal_files', 'proposal_signatures'],
  providers: ['platforms', 'providers', 'provider_platforms'],
  recharges: [
    'recharges',
    'recharge_reversals',
    'recharge_signatures',
    'receiver_statements',
    'receiver_credits',
  ],
  retention: ['retention_periods', 'retention_holds', 'retention_runs'],
  session: ['sessions', 'login_failures', 'login_places', 'account_places'],
  signing: ['signing_links', 'personal_contracts', 'signing_photo_prints'],
  'bank-statements': ['statements', 'statement_lines', 'statement_batch_rows', 'statement_unread_rows'],
  tax: [
    'tax_periods',
    'tax_entries',
    'tax_person_months',
    'tax_proof_events',
    'tax_statements',
    'tax_people_collections',
    'tax_collected_people',
    'tax_year_jobs',
    'tax_year_payers',
    'tax_year_queue',
    'tax_year_statements',
    'tax_correction_filings',
    'tax_reported_people',
    'tax_adjustments',
    'tax_adjustment_entries',
    'tax_undeclared_rows',
  ],
  transfers: [
    'transfers',
    'transfer_names',
    'transfer_questions',
    'transfer_leases',
    'transfer_queues',
    'transfer_events',
    'transfer_resolutions',
    'replaced_serials',
    'order_digests',
    'bank_nonces',
    'sending_gate',
    'unknown_debits',
  ],
}

export type PublishedView = {
  readonly owner: string
  /** Who else reads it; one that no longer does is taken off. */
  readonly readers: readonly string[] | 'any'
  /**
   * A reader beneath the owner, which names the columns it asks for and knows nothing of who answers: the owner depends on it, and not
   * the other way round, as where app.ts hands a function in.
   */
  readonly answers?: string
}

export const VIEWS: Readonly<Record<string, PublishedView>> = {
  account_identities: {
    owner: 'accounts',
    readers: ['approvals', 'payouts', 'personal', 'recharges', 'session', 'workbench'],
  },
  account_names: { owner: 'accounts', readers: 'any' },
  phones_of_accounts: { owner: 'accounts', readers: ['payouts'] },
  account_makers: { owner: 'proposals', readers: ['payouts'] },
  account_reach: { owner: 'accounts', readers: ['proposals'], answers: 'proposals' },
  account_scopes: { owner: 'accounts', readers: ['proposals'], answers: 'proposals' },
  super_manager_accounts: { owner: 'accounts', readers: ['proposals'], answers: 'proposals' },

  contract_categories: {
    owner: 'enterprise-contracts',
    readers: ['invoice-categories'],
    answers: 'invoice-categories',
  },

  account_factors: { owner: 'factors', readers: ['session'], answers: 'session' },

  file_facts: {
    owner: 'files',
    readers: ['enterprise-contracts', 'invoices', 'proposals', 'recharges', 'signing', 'tax'],
  },

  known_people: { owner: 'freelancers', readers: ['payouts', 'retention', 'signing', 'tax'] },
  person_ids: { owner: 'freelancers', readers: ['retention', 'signing', 'tax'] },
  provider_people: { owner: 'freelancers', readers: ['signing'] },

  category_names: { owner: 'invoice-categories', readers: ['enterprise-contracts', 'invoices'] },

  application_categories: {
    owner: 'invoices',
    readers: ['invoice-categories'],
    answers: 'invoice-categories',
  },
  row_invoices: { owner: 'invoices', readers: ['freelancers'], answers: 'freelancers' },

  ledger_days: { owner: 'ledger', readers: ['funds'] },
  ledger_debts: { owner: 'ledger', readers: ['funds', 'transfers'] },
  ledger_lines: { owner: 'ledger', readers: ['transfers'] },
  ledger_plain_lines: { owner: 'ledger', readers: ['funds'] },
  ledger_settled_payouts: { owner: 'ledger', readers: ['funds'] },
  ledger_subjects: { owner: 'ledger', readers: ['funds'] },

  places_of_accounts: { owner: 'session', readers: ['payouts'] },

  restricted_people: { owner: 'limits', readers: ['payouts'] },
  restrictions: { owner: 'limits', readers: ['freelancers'] },

  batch_origins: {
    owner: 'payouts',
    readers: ['freelancers', 'funds', 'bank-files', 'bank-statements', 'transfers'],
    answers: 'freelancers',
  },
  batch_references: { owner: 'payouts', readers: ['transfers', 'bank-files'] },
  batch_starts: { owner: 'payouts', readers: ['tax', 'transfers'] },
  cancelled_sums: { owner: 'payouts', readers: ['tax'] },
  payout_contents: { owner: 'payouts', readers: ['transfers'] },
  payout_lines: { owner: 'payouts', readers: ['funds', 'bank-files', 'bank-statements', 'tax', 'transfers'] },
  person_payouts: {
    owner: 'payouts',
    readers: ['freelancers', 'retention', 'signing'],
    answers: 'freelancers',
  },
  registered_payees: { owner: 'payouts', readers: ['bank-statements'] },
  row_identities: { owner: 'payouts', readers: ['tax'] },
  row_payees: { owner: 'payouts', readers: ['freelancers', 'tax'], answers: 'freelancers' },
  started_batches: { owner: 'payouts', readers: ['freelancers', 'funds', 'tax'], answers: 'freelancers' },
  started_months: { owner: 'payouts', readers: ['tax'] },
  succeeded_rows: { owner: 'payouts', readers: ['invoices'] },
  succeeded_sums: { owner: 'payouts', readers: ['invoices'] },
  taxed_rows: { owner: 'payouts', readers: ['tax', 'transfers'] },
  vat_rows: { owner: 'payouts', readers: ['tax'] },
  unregistered_payees: { owner: 'payouts', readers: ['bank-statements'] },

  platform_names: { owner: 'providers', readers: ['accounts', 'approvals', 'freelancers', 'funds'] },
  /** The scope rule (in-scope.ts) lies beneath all slices. */
  platform_providers: {
    owner: 'providers',
    readers: ['accounts', 'adapters', 'approvals', 'freelancers', 'invoice-stock', 'payouts', 'tax'],
    answers: 'adapters',
  },
  provider_names: { owner: 'providers', readers: 'any', answers: 'audit-log' },
  provider_profiles: {
    owner: 'providers',
    readers: ['accounts', 'enterprise-contracts', 'funds', 'invoice-stock', 'signing', 'tax'],
  },

  provider_vat_terms: { owner: 'providers', readers: ['tax'] },

  recharge_payers: { owner: 'recharges', readers: ['funds'] },
  recharge_takebacks: { owner: 'recharges', readers: ['funds'] },

  signing_standings: { owner: 'signing', readers: ['freelancers'], answers: 'freelancers' },

  statement_spans: { owner: 'bank-statements', readers: ['bank-files'] },
  listed_payments: { owner: 'bank-statements', readers: ['bank-files'] },
  listed_batch_rows: { owner: 'bank-statements', readers: ['bank-files'] },
  row_receipts: { owner: 'bank-statements', readers: ['payouts'], answers: 'payouts' },
  row_statement_pages: { owner: 'bank-statements', readers: ['payouts'], answers: 'payouts' },
  row_statement_lines: { owner: 'bank-statements', readers: ['payouts'], answers: 'payouts' },

  counted_adjustments: { owner: 'tax', readers: ['payouts'], answers: 'payouts' },
  row_tax_proofs: { owner: 'tax', readers: ['freelancers'], answers: 'freelancers' },
  closed_tax_months: { owner: 'tax', readers: ['retention'] },
  tax_paid_sums: { owner: 'tax', readers: ['funds'] },

  earlier_orders: { owner: 'transfers', readers: ['retention'] },
  failed_outcomes: { owner: 'transfers', readers: ['payouts', 'tax'], answers: 'payouts' },
  current_transfers: { owner: 'transfers', readers: ['invariants'] },
  row_outcomes: { owner: 'transfers', readers: ['payouts'], answers: 'payouts' },
  row_transfer_states: { owner: 'transfers', readers: ['bank-statements', 'payouts'], answers: 'payouts' },
  row_transfers: { owner: 'transfers', readers: ['bank-files', 'bank-statements', 'invariants'] },
  own_account_seals: { owner: 'bank-files', readers: ['bank-statements'], answers: 'bank-statements' },
  file_payouts: { owner: 'bank-files', readers: ['bank-statements'], answers: 'bank-statements' },
  batch_channels: { owner: 'transfers', readers: ['bank-files', 'retention'] },
  row_bank_files: { owner: 'bank-files', readers: ['transfers'], answers: 'transfers' },
  transfer_returns: { owner: 'transfers', readers: ['bank-statements'] },
  transfer_rows: { owner: 'transfers', readers: ['funds'] },
  transfer_steps: { owner: 'transfers', readers: ['invariants'] },
  tax_postings: { owner: 'transfers', readers: ['tax'] },
}

/** Functions of the database that touch tables, behind triggers but for those of the audit log's months. */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  only_seal_entry: 'audit-log',
  make_audit_month: 'audit-log',
  count_stray_audit_entries: 'audit-log',
  ask_comparison: 'bank-files',
  refuse_rows_without_file: 'bank-files',
  refuse_files_without_end: 'bank-files',
  submitter_never_confirms: 'bank-files',
  confirmed_lines_stay: 'bank-files',
  lines_assigned_by_another: 'bank-files',
  follow_new_hashes: 'tax',
  note_moved_rows: 'tax',
  open_invoice_account: 'invoices',
  open_ledger: 'ledger',
  refuse_settling_again: 'ledger',
  refuse_old_writers: 'adapters',
  sum_new_entries: 'tax',
}

/**
 * Reads every table as it is and writes none of another's: it proves that the tables agree with one another, and a view of an owner
 * could hide the very rows that do not.
 */
export const AUDITOR = 'invariants'
