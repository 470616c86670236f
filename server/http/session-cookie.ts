// The cookies of a session and of a known device: HttpOnly, SameSite=Strict, Secure behind https (D9).

import { API_PREFIX } from '@paywages/wire/prefix.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceCookie, SessionCookie } from './call.ts'

export const SESSION_COOKIE = 'paywages_session'
export const DEVICE_COOKIE = 'paywages_device'
/** The longest that browsers keep one. */
const DEVICE_SECONDS = 400 * 86_400

export function sessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const attributes = { ...guarded(request), path: '/' }
  return {
    current: request.cookies[SESSION_COOKIE] || undefined,
    set: (token) => void reply.setCookie(SESSION_COOKIE, token, attributes),
    clear: () => void reply.clearCookie(SESSION_COOKIE, attributes),
  }
}

export function deviceCookie(request: FastifyRequest, reply: FastifyReply): DeviceCookie {
  const attributes = { ...guarded(request), path: API_PREFIX, maxAge: DEVICE_SECONDS }
  return {
    current: request.cookies[DEVICE_COOKIE] || undefined,
    set: (value) => void reply.setCookie(DEVICE_COOKIE, value, attributes),
  }
}

function guarded(request: FastifyRequest) {
  return { httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const
}
