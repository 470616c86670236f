// Liveness, readiness and metrics, outside the API's prefix (D36).

import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RELEASE } from '../adapters/postgres/release.ts'
import type { Services } from '../app-services.ts'
import { type Readiness, watchReadiness } from './readiness.ts'

const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** A connection that is kept alive past its last answer would hold up the end of the process. */
function letGoWhileDraining(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_, reply) => {
    if (readiness.draining) reply.header('connection', 'close')
  })
  // Answers whose head was sent before; a simulated request has no connection to end.
  app.addHook('onResponse', async (request) => {
    if (readiness.draining) request.raw.socket.end?.()
  })
}

/** `details` are told beside the checks and decide nothing. */
export function serveHealth(
  app: FastifyInstance,
  services: Services,
  readiness: Readiness,
  details: () => Promise<Record<string, unknown>> = async () => ({}),
): void {
  letGoWhileDraining(app, readiness)
  const report = watchReadiness(services, readiness)
  app.get('/live', async () => ({ live: true }))
  app.get('/ready', async (_, reply) => {
    const { ready, checks, reasons } = await report()
    // Asked of the database only while it answers.
    const reported = checks.database ? await details().catch(() => ({})) : {}
    return reply.code(ready ? 200 : 503).send({ ready, checks, reasons, ...reported })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, services.settings.metricsToken)) return reply.code(404).send()
    await refreshMetrics(services, report)
    return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
  })
}

/** What is told of this very moment. */
export async function refreshMetrics(
  services: Services,
  report: ReturnType<typeof watchReadiness>,
): Promise<void> {
  await showSpace(services)
  await showChecks(services, report)
}

/** What `/ready` says, for whoever only reads metrics. */
async function showChecks(
  { metrics, database }: Services,
  report: ReturnType<typeof watchReadiness>,
): Promise<void> {
  const { checks } = await report()
  for (const [check, holds] of Object.entries(checks))
    if (check !== 'accepting') metrics.checkFailing.set({ check }, holds ? 0 : 1)
  const { totalCount, idleCount, waitingCount } = database.pool
  const states = { open: totalCount, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  for (const [state, count] of Object.entries(states)) metrics.databaseConnections.set({ state }, count)
  metrics.build.set({ version: VERSION, release: RELEASE, node: process.version }, 1)
}

async function showSpace({ disk, metrics }: Services): Promise<void> {
  const { freeBytes, totalBytes } = await disk.read()
  metrics.diskFreeBytes.set(freeBytes)
  metrics.diskFreeRatio.set(totalBytes === 0 ? 0 : freeBytes / totalBytes)
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** From this machine directly, or with the token of the setting. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return (
      LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
    )
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
