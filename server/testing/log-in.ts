// Logs in as a browser would: through the call, with the password's digest, keeping the cookie.

import { SESSION_COOKIE } from '../http/session-cookie.ts'
import { type Client, clientOf, encodeAsk, type Headers, type Reply, readReply, requestOf } from './client.ts'
import { digestOf, PASSWORD } from './people.ts'
import type { TestHouse } from './test-house.ts'

export type LoginTry = {
  readonly password?: string
  readonly brand?: 1 | 2
  readonly headers?: Headers
  readonly remoteAddress?: string
  /** The browser's cookie from before. */
  readonly token?: string | undefined
}

export type LoginReply = Reply & { readonly token: string | undefined; readonly client: Client }

export async function logIn(house: TestHouse, account: string, how: LoginTry = {}): Promise<LoginReply> {
  const { password = PASSWORD, brand, headers, remoteAddress, token } = how
  const ask = { account, passwordDigest: digestOf(password), ...(brand ? { brand } : {}) }
  const reply = readReply(
    await clientOf(house, token).send({
      ...requestOf('login', encodeAsk('login', ask), headers),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    }),
  )
  const given = reply.raw.cookies.find((cookie) => cookie.name === SESSION_COOKIE)?.value
  return { ...reply, token: given, client: clientOf(house, given) }
}
