// The forms of a provider's particulars.

/** A company's bank account, which may carry separators that banks print. */
export const BANK_ACCOUNT = /^\d[\d -]{4,30}\d$/

/** A unified social credit code (18), or an older taxpayer number (15–20). */
export const TAXPAYER_ID = /^[0-9A-Za-z]{15,20}$/

/** A mobile or land line number, with an optional area code and extension. */
export const CONTACT_PHONE = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4})$/
