// The session cookie: HttpOnly, SameSite=Strict, Secure behind https (D9).

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from './call.ts'

export const SESSION_COOKIE = 'paywages_session'

export function sessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const
  const value = request.cookies[SESSION_COOKIE]
  return {
    current: value === undefined || value === '' ? undefined : value,
    set: (token) => void reply.setCookie(SESSION_COOKIE, token, attributes),
    clear: () => void reply.clearCookie(SESSION_COOKIE, attributes),
  }
}
