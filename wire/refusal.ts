// The form of one entry in the slices' refusal lists.

export type RefusalDetail = Readonly<Record<string, string | number>>

/** `status` is given only where it differs from the HTTP code (D2); `field` where one field is to blame. */
export type RefusalText = {
  readonly http: number
  readonly status?: number
  readonly field?: string
  readonly msg: string | ((detail: RefusalDetail) => string)
}

/** How long to wait, as a person is told: 45 秒, 15 分钟. `seconds` is also the header Retry-After. */
export function waitWords({ seconds }: RefusalDetail): string {
  const left = Number(seconds)
  return left < 60 ? `${left} 秒` : `${Math.ceil(left / 60)} 分钟`
}
