// Everything that is written into the audit log (D34).

export const ACTIONS = [
  'login',
  'logout',
  'change-password',
  'right-refused',
  'add-account',
  'update-account',
  'enable-account',
  'disable-account',
  'reset-password',
  'add-provider',
  'update-provider',
  'enable-provider',
  'disable-provider',
  'add-platform',
  'upload-file',
  'download-file',
  'read-personal-data',
  'add-limit-user',
  'remove-limit-user',
  'upload-sheet',
  'audit-batch',
  'review-batch',
  'withdraw-batch',
  'switch-rows',
  'export-batch',
] as const

export type Action = (typeof ACTIONS)[number]
