// The form of one entry in the slices' refusal lists.

export type RefusalDetail = Readonly<Record<string, string | number>>

/** `status` is given only where it differs from the HTTP code (D2); `field` where one field is to blame. */
export type RefusalText = {
  readonly http: number
  readonly status?: number
  readonly field?: string
  readonly msg: string | ((detail: RefusalDetail) => string)
}
