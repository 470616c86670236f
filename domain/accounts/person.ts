// Who is acting: the rights and the place of one signed-in account, as every rule sees it.

export type Rights = {
  readonly payRight: boolean
  readonly checkRight: boolean
  readonly appLoginRight: boolean
  readonly manager: boolean
  readonly superManager: boolean
}

export type Person = Rights & {
  readonly accountId: number
  readonly providerId: number
  readonly platformId: number
}
