// What owners are told of their accounts, and others of what concerns them (D47).

/** Those that tell of a change to one's own account: whoever confirms a proposal about it should know of them, too. */
export const ACCOUNT_CHANGES = [
  'account-added',
  'rights-changed',
  'password-reset',
  'factor-reset',
  'account-enabled',
  'account-disabled',
  'password-changed',
  'factor-changed',
  'account-renamed',
  'sessions-ended',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

export const NOTICE_KINDS = [
  ...ACCOUNT_CHANGES,
  'terms-changed',
  'policy-changed',
  'schedule-failed',
  'proposal-cooling',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** How long one stands among the to-dos. */
export const NOTICE_DAYS = 3
