// The door for the bank's callbacks: signed, heard once, and acknowledged only when what they say is durable (I9).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CLOCK_TOLERANCE_MS } from '../adapters/bank/signature.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { deleteNonces, storeNonce } from './nonce-store.ts'

export const NOTICE_PATH = '/bank/notice'

class Replayed extends Error {}

/** Outside the console's API: the bank has no session, only its signature. */
export async function serveBankNotices(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (door) => {
    // The signature covers the bytes, so nothing may parse them first.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    door.post(NOTICE_PATH, (request, reply) => receive(services, request, reply))
  })
}

async function receive(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const notice = { method: request.method, path: request.url, headers: request.headers, body }
  const received = services.bank.readNotice(notice, services.clock.now())
  if (!received) return refuse(services, reply, 'unsigned')
  const once = async (tx: Tx) => {
    if (!(await storeNonce(tx, received.nonce, services.clock.now()))) throw new Replayed()
  }
  try {
    await applyBankUpdates(services, 'notified', received.update, once)
  } catch (error) {
    if (error instanceof Replayed) return refuse(services, reply, 'replayed')
    throw error
  }
  return reply.code(204).send()
}

/** Nothing of the message is logged: it names people, and whoever forges one chooses what it says. */
function refuse(services: Services, reply: FastifyReply, reason: 'unsigned' | 'replayed'): FastifyReply {
  services.metrics.refusedNotices.inc({ reason })
  services.log.warn({ reason }, 'a callback of the bank was refused')
  return reply.code(401).send({ error: reason })
}

/** Twice the time in which a call's stamp is taken for fresh. */
export function deleteOldNonces(services: Services): Promise<number> {
  const before = new Date(services.clock.now().getTime() - 2 * CLOCK_TOLERANCE_MS)
  return services.database.transact((tx) => deleteNonces(tx, before))
}
