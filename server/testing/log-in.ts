// Logs in as a browser would: through the call, with the password's digest, keeping the cookie.

import { SESSION_COOKIE } from '../http/session-cookie.ts'
import {
  type Client,
  clientOf,
  encodeInput,
  type Headers,
  type Reply,
  readReply,
  requestOf,
} from './client.ts'
import { digestOf, PASSWORD } from './people.ts'
import type { TestServices } from './test-services.ts'

export type LoginAttempt = {
  readonly password?: string
  readonly brand?: 1 | 2
  readonly headers?: Headers
  readonly remoteAddress?: string
  /** The browser's cookie from before. */
  readonly token?: string | undefined
}

export type LoginReply = Reply & { readonly token: string | undefined; readonly client: Client }

export async function logIn(
  services: TestServices,
  account: string,
  how: LoginAttempt = {},
): Promise<LoginReply> {
  const { password = PASSWORD, brand, headers, remoteAddress, token } = how
  const input = { account, passwordDigest: digestOf(password), ...(brand ? { brand } : {}) }
  const reply = readReply(
    await clientOf(services, token).send({
      ...requestOf('login', encodeInput('login', input), headers),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    }),
  )
  const given = reply.raw.cookies.find((cookie) => cookie.name === SESSION_COOKIE)?.value
  return { ...reply, token: given, client: clientOf(services, given) }
}
