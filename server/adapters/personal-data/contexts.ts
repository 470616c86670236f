// What sealed and hashed values are: the contexts that bind a seal to its place, and a hash to its meaning.

/** Hashes of the same meaning are equal in every table, so that tables can be joined by them. */
export const ID_CARD_NO = 'id-card-no'
export const PHONE = 'phone'
export const CARD_NO = 'card-no'
export const PAYER_ACCOUNT = 'payer-account'

/** Seals open only where they were made for. */
export const LIMIT_SEAL = 'limit_users.sealed_id'
export const ROW_SEAL = 'payout_rows.sealed'
export const FREELANCER_SEAL = 'freelancers.sealed_id'
export const CONTACT_SEAL = 'provider_freelancers.sealed_contact'
export const CHANGE_SEAL = 'contact_changes.sealed'
export const PAYER_SEAL = 'recharges.sealed_payer'
export const PAYING_ACCOUNT_SEAL = 'paying_accounts.sealed_account'
export const CREDIT_SEAL = 'receiver_credits.sealed_payer'
export const STATEMENT_SEAL = 'statement_lines.sealed_card'
export const LINK_SEAL = 'signing_links.sealed_token'
export const CONTRACT_SEAL = 'personal_contracts.sealed_person'
export const ACCOUNT_PHONE_SEAL = 'account_phones.sealed_phone'
export const TOTP_SEAL = 'account_totps.sealed_secret'

/** Codes that are looked up and never shown again. */
export const RECOVERY_CODE = 'recovery-code'
