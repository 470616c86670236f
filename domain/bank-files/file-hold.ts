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
  // For exactly that one: the clock may have been set back between two restores.
  return comparedFor?.getTime() === restoredAt.getTime() ? undefined : restoredAt
}

export type DirectGround = {
  /** Another cluster or timeline answers than was last compared. */
  readonly isOther: boolean
  /** The company's files are held. */
  readonly isHeld: boolean
  /** Since the server was started, every file that was handed out was seen to be known. */
  readonly isLookedThrough: boolean
}

/** What a company must not have before it starts directly: an account for files, or a file handed out that the database has forgotten. */
export function askedBeforeDirectStart({ isOther, isHeld, isLookedThrough }: DirectGround): {
  readonly accounts: boolean
  readonly forgottenFiles: boolean
} {
  const mayBeRestored = isOther || isHeld
  // A server that was merely restarted goes on, unless it is an older copy of its files.
  return { accounts: mayBeRestored, forgottenFiles: mayBeRestored || !isLookedThrough }
}

/** A company as the database has it, or as it was when a bank file was handed out to it. */
export type Company = {
  readonly providerId: number
  readonly name: string
  /** Empty where it has not been said. */
  readonly taxpayerId: string
}

/** Whether a file may have been handed out to this company: under its id, or under one that a restore has forgotten with the company. `owner`: who has that id now. */
export function mayBeHandedTo(company: Company, handed: Company, owner: Company | undefined): boolean {
  if (company.providerId === handed.providerId) return true
  return (
    isForgotten(handed, owner) &&
    (isSame(company.name, handed.name) || isSame(company.taxpayerId, handed.taxpayerId))
  )
}

export type RepeatedPayments = {
  readonly handed: Company
  /** Who has its id now. */
  readonly owner: Company | undefined
  /** Payments of the batch to the same person and of the same amount as one of the file. */
  readonly repeated: number
}

/** Whether a batch, of whatever company, may have been paid by a file of one that a restore has forgotten. One that is there still answers for its own files. */
export function mayBePaidByFile({ handed, owner, repeated }: RepeatedPayments): boolean {
  return isForgotten(handed, owner) && repeated > 0
}

/** Whether nobody has its id any more under the name that it was handed to. */
export const isForgotten = (handed: Company, owner: Company | undefined): boolean =>
  owner === undefined || !isSame(owner.name, handed.name)

function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()
  return plain(one) !== '' && plain(one) === plain(other)
}
