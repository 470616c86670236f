/** One name for a request from the proxy to the log: the one that came, where it is fit for a log, else one of our own. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'

/** Short and plain, and no ID number, phone or card in disguise. */
export function requestIdOf(given: string | string[] | undefined): string {
  const isFit = typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) && !/\d{11}/.test(given)
  return isFit ? given : randomUUID()
}

/** Whoever was refused can name the very line of the log. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
}
