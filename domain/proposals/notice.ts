// What owners are told of their accounts, and others of what concerns them (D47).

export const NOTICE_KINDS = [
  'account-added',
  'rights-changed',
  'password-reset',
  'account-enabled',
  'account-renamed',
  'terms-changed',
  'proposal-cooling',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** One that nobody read is shown no longer than this. */
export const NOTICE_DAYS = 30
