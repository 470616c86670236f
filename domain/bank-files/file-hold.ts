// Whether a company's bank files are held back because the database may have forgotten that they are at the bank (ADR 102).

export type FileHold = {
  /** When the database was last found to have been restored; null where it never was. */
  readonly restoredAt: Date | null
  /** After which restore two people have compared the company's files with online banking; null where none did. */
  readonly comparedFor: Date | null
}

/** Since when they are held; undefined where they may be carried to the bank. */
export function heldSince({ restoredAt, comparedFor }: FileHold): Date | undefined {
  if (restoredAt === null) return undefined
  return comparedFor !== null && comparedFor.getTime() >= restoredAt.getTime() ? undefined : restoredAt
}
