// The least a list can be, as a server of its own: Fastify, the session looked up, ten batches and their count, all prepared, on tables that stay as they are.

import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const SESSION = `select a.account_id, a.account, a.provider_id, s.started_at, s.last_active_at, s.epoch = a.epoch as valid
  from frozen.sessions s join frozen.accounts a using (account_id) where s.token_hash = $1`
const LIST = `select b.*, p.name as provider_name, a.account, a.real_name from frozen.batches b
  join frozen.providers p using (provider_id) join frozen.accounts a on a.account_id = b.uploader_id
  where b.provider_id = $1 order by b.uploaded_at desc, b.batch_id desc limit 10 offset $2`
const COUNT = 'select count(*)::int as count from frozen.batches where provider_id = $1'

const [, , database = ''] = process.argv
const pool = new pg.Pool({ connectionString: database, max: 12 })
const app = Fastify({ logger: false })
app.get<{ Querystring: { index?: string } }>('/list', async (request, reply) => {
  const token = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const hash = createHash('sha256').update(token).digest()
  const session = (await pool.query({ name: 'session', text: SESSION, values: [hash] })).rows[0]
  if (!session?.valid) return reply.code(401).send()
  const offset = Number(request.query.index ?? 0) * 10
  const list = await pool.query({ name: 'list', text: LIST, values: [session.provider_id, offset] })
  const count = await pool.query({ name: 'count', text: COUNT, values: [session.provider_id] })
  return { status: 0, data: list.rows, count: count.rows[0].count }
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
