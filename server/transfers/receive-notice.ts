// The door for the bank's callbacks: signed, heard once, and acknowledged only when what they say is durable (I9).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CLOCK_TOLERANCE_MS } from '../adapters/bank/signature.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { House } from '../house.ts'
import { hearBank } from './hear-bank.ts'
import { forgetNonces, rememberNonce } from './nonce-store.ts'

export const NOTICE_PATH = '/bank/notice'

class Replayed extends Error {}

/** Outside the console's API: the bank has no session, only its signature. */
export async function serveBankNotices(app: FastifyInstance, house: House): Promise<void> {
  await app.register(async (door) => {
    // The signature covers the bytes, so nothing may parse them first.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    door.post(NOTICE_PATH, (request, reply) => receive(house, request, reply))
  })
}

async function receive(house: House, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const notice = { method: request.method, path: request.url, headers: request.headers, body }
  const heard = house.bank.readNotice(notice, house.clock.now())
  if (!heard) return refuse(house, reply, 'unsigned')
  const once = async (tx: Tx) => {
    if (!(await rememberNonce(tx, heard.nonce, house.clock.now()))) throw new Replayed()
  }
  try {
    await hearBank(house, 'notified', heard.news, once)
  } catch (error) {
    if (error instanceof Replayed) return refuse(house, reply, 'replayed')
    throw error
  }
  return reply.code(204).send()
}

/** Nothing of the message is logged: it names people, and whoever forges one chooses what it says. */
function refuse(house: House, reply: FastifyReply, reason: 'unsigned' | 'replayed'): FastifyReply {
  house.metrics.refusedNotices.inc({ reason })
  house.log.warn({ reason }, 'a callback of the bank was refused')
  return reply.code(401).send({ error: reason })
}

/** Twice the time in which a call's stamp is taken for fresh. */
export function forgetOldNotices(house: House): Promise<number> {
  const before = new Date(house.clock.now().getTime() - 2 * CLOCK_TOLERANCE_MS)
  return house.database.transact((tx) => forgetNonces(tx, before))
}
