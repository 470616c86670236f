// Logs in as a browser would: through the call, with the password's digest, keeping the cookie.

import { DEVICE_COOKIE, SESSION_COOKIE } from '../http/session-cookie.ts'
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
  /** The cookie that an earlier login left with the browser. */
  readonly device?: string | undefined
}

export type LoginReply = Reply & {
  readonly token: string | undefined
  readonly device: string | undefined
  readonly client: Client
}

export async function logIn(
  services: TestServices,
  account: string,
  how: LoginAttempt = {},
): Promise<LoginReply> {
  const { password = PASSWORD, brand, headers, remoteAddress, token, device } = how
  const input = { account, passwordDigest: digestOf(password), ...(brand ? { brand } : {}) }
  const reply = readReply(
    await clientOf(services, token).send({
      ...requestOf('login', encodeInput('login', input), headers),
      ...(device === undefined ? {} : { cookies: { [DEVICE_COOKIE]: device } }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    }),
  )
  const given = (name: string) => reply.raw.cookies.find((cookie) => cookie.name === name)?.value
  const session = given(SESSION_COOKIE)
  return { ...reply, token: session, device: given(DEVICE_COOKIE), client: clientOf(services, session) }
}
