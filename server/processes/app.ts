// Builds the server without listening: hooks, calls, pages, health.

import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { API_PREFIX } from '@paywages/wire/endpoints.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { accountRoutes } from '../accounts/routes.ts'
import { ACCOUNT_RECORDS } from '../accounts/store.ts'
import { recordEntry } from '../audit/record-entry.ts'
import { auditRoutes } from '../audit/routes.ts'
import { contractRoutes } from '../contracts/routes.ts'
import { ENTERPRISE_CONTRACT_RECORDS } from '../contracts/store.ts'
import { uploadsOf } from '../files/receive-file.ts'
import { fileRoutes } from '../files/routes.ts'
import { countReadableFiles } from '../files/store.ts'
import { countPeopleInScope } from '../freelancers/person-store.ts'
import { revealPerson } from '../freelancers/reveal-person.ts'
import { freelancerRoutes } from '../freelancers/routes.ts'
import { fundFlowRoutes } from '../funds/flow-routes.ts'
import { moneyViewRoutes } from '../funds/money-view-routes.ts'
import type { House } from '../house.ts'
import { serveApiDocument } from '../http/api-document.ts'
import type { Handlers } from '../http/call.ts'
import { type Readiness, serveHealth } from '../http/health.ts'
import { type Gate, mountCalls } from '../http/mount.ts'
import { refusalOf } from '../http/reply.ts'
import { refuseCrossSite } from '../http/same-site.ts'
import { serveWebPages } from '../http/web-pages.ts'
import { lastProof } from '../invariants/verify.ts'
import { categoryRoutes } from '../invoice-categories/routes.ts'
import { stockRoutes } from '../invoice-stock/routes.ts'
import { invoiceRoutes } from '../invoices/routes.ts'
import { APPLICATION_RECORDS } from '../invoices/store.ts'
import { revealLimitUser } from '../limits/reveal-limit-user.ts'
import { limitRoutes } from '../limits/routes.ts'
import { LIMIT_USER_RECORDS } from '../limits/store.ts'
import { BATCH_RECORDS } from '../payouts/batch-store.ts'
import { detailRoutes } from '../payouts/detail-routes.ts'
import { revealRow } from '../payouts/reveal-row.ts'
import { payoutRoutes } from '../payouts/routes.ts'
import { ROW_RECORDS } from '../payouts/row-store.ts'
import { personalRoutes } from '../personal/routes.ts'
import { providerRoutes } from '../providers/routes.ts'
import { PROVIDER_RECORDS } from '../providers/store.ts'
import { revealRecharge } from '../recharges/reveal-recharge.ts'
import { REVERSAL_RECORDS } from '../recharges/reversal-store.ts'
import { rechargeRoutes } from '../recharges/routes.ts'
import { RECHARGE_RECORDS } from '../recharges/store.ts'
import { Refused } from '../refused.ts'
import { identify } from '../session/identify.ts'
import { sessionRoutes } from '../session/routes.ts'
import { CONTRACT_RECORDS } from '../signing/contract-list-store.ts'
import { inviteUsers } from '../signing/invite-people.ts'
import { LINK_RECORDS } from '../signing/link-store.ts'
import { signingPublicRoutes } from '../signing/public-routes.ts'
import { revealLink } from '../signing/reveal-link.ts'
import { signingRoutes } from '../signing/routes.ts'
import { statementRoutes } from '../statements/routes.ts'
import { LINE_RECORDS, STATEMENT_RECORDS } from '../statements/store.ts'
import { trialRoutes } from '../tax/calculator/trial-routes.ts'
import { revealStatement } from '../tax/certificates/statement-list-store.ts'
import { personalStatementRoutes } from '../tax/certificates/statement-routes.ts'
import { TAX_STATEMENT_RECORDS } from '../tax/certificates/statement-store.ts'
import { filingRoutes } from '../tax/filing/filing-routes.ts'
import { PROOF_RECORDS } from '../tax/periods/period-store.ts'
import { proofRoutes } from '../tax/provider-proofs/proof-routes.ts'
import { serveBankNotices } from '../transfers/receive-notice.ts'
import { RESOLUTION_RECORDS } from '../transfers/resolution-store.ts'
import { transferRoutes } from '../transfers/routes.ts'
import { startBatch } from '../transfers/start-batch.ts'
import { startedHistory } from '../transfers/tax-history-store.ts'
import { workbenchRoutes } from '../workbench/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}

export async function buildApp(
  house: House,
  readiness: Readiness = { draining: false },
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
    // What the router refuses before any hook runs is answered in the envelope too.
    frameworkErrors: (error, request, reply) => void refuse(house, error, request, reply as FastifyReply),
    trustProxy: house.settings.trustedProxies.length > 0 ? [...house.settings.trustedProxies] : false,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.removeContentTypeParser('text/plain')
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  // Quality 11, the default, takes longer than most calls; assets are compressed when they are built.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions })
  await app.register(multipart)
  app.addHook('onRequest', refuseCrossSite)
  app.addHook('onSend', fenceApiReplies)
  app.addHook('onResponse', async (request, reply) => note(house, request, reply))
  app.setErrorHandler((error, request, reply) => refuse(house, error, request, reply))
  app.setNotFoundHandler((request, reply) => refuse(house, new Refused('no-such-call'), request, reply))
  mountCalls(app, handlersOf(house), gateOf(house))
  serveApiDocument(app)
  serveHealth(app, house, readiness, () => lastProof(house))
  await serveBankNotices(app, house)
  for (const url of [API_PREFIX, `${API_PREFIX}/*`]) {
    app.all(url, () => {
      throw new Refused('no-such-call')
    })
  }
  await serveWebPages(app, house.brands)
  return app
}

function handlersOf(house: House): Handlers {
  return {
    ...sessionRoutes(house),
    ...accountRoutes(house),
    ...providerRoutes(house),
    ...auditRoutes(house),
    ...fileRoutes(house),
    ...payoutRoutes(house, startBatch, startedHistory),
    ...detailRoutes(house),
    ...transferRoutes(house),
    ...limitRoutes(house),
    ...freelancerRoutes(house, (tx, by, whom) => inviteUsers(house, tx, by, { ...whom, batchId: null })),
    ...rechargeRoutes(house),
    ...moneyViewRoutes(house),
    ...workbenchRoutes(house),
    ...fundFlowRoutes(house),
    ...statementRoutes(house),
    ...signingRoutes(house),
    ...signingPublicRoutes(house),
    ...categoryRoutes(house),
    ...stockRoutes(house),
    ...invoiceRoutes(house),
    ...contractRoutes(house),
    ...filingRoutes(house),
    ...proofRoutes(house),
    ...trialRoutes(house),
    ...personalStatementRoutes(house),
    ...personalRoutes(house, {
      'payout-row': (tx, scope, id) => revealRow(tx, house.cipher, scope, id),
      'limit-user': (tx, scope, id) => revealLimitUser(tx, house.cipher, scope, id),
      recharge: (tx, scope, id) => revealRecharge(tx, house.cipher, scope, id),
      freelancer: (tx, scope, id) => revealPerson(tx, house.cipher, scope, id),
      'signing-link': (tx, scope, id) => revealLink(tx, house.cipher, scope, id),
      'tax-statement': (tx, scope, id) => revealStatement(tx, house.cipher, scope, id),
    }),
  }
}

function gateOf(house: House): Gate {
  const { database } = house
  return {
    now: () => house.clock.now(),
    maintenance: house.settings.maintenance,
    identify: (token, origin, passive) => identify(house, token, origin, passive),
    noteRefusedRight: (by, call) =>
      database.transact((tx) =>
        recordEntry(tx, by, {
          action: 'right-refused',
          object: { kind: 'call', id: call },
          result: 'refused',
        }),
      ),
    look: database.look,
    owners: {
      account: ACCOUNT_RECORDS,
      provider: PROVIDER_RECORDS,
      file: (tx, scope, ids, person) => countReadableFiles(tx, scope, person.accountId, ids),
      'payout-batch': BATCH_RECORDS,
      resolution: RESOLUTION_RECORDS,
      'payout-row': ROW_RECORDS,
      'limit-user': LIMIT_USER_RECORDS,
      recharge: RECHARGE_RECORDS,
      'recharge-reversal': REVERSAL_RECORDS,
      statement: STATEMENT_RECORDS,
      'statement-line': LINE_RECORDS,
      freelancer: (tx, scope, ids) => countPeopleInScope(tx, house.cipher, scope, ids),
      'signing-link': LINK_RECORDS,
      'personal-contract': CONTRACT_RECORDS,
      'enterprise-contract': ENTERPRISE_CONTRACT_RECORDS,
      'invoice-application': APPLICATION_RECORDS,
      'tax-proof': PROOF_RECORDS,
      'tax-statement': TAX_STATEMENT_RECORDS,
    },
    uploads: uploadsOf(house),
  }
}

/** Replies of the API are nobody's to cache or to frame (D33). */
async function fenceApiReplies(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.url.startsWith(API_PREFIX)) return
  reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}

/** One line a call: which, how it ended, how long; never the query string (D33). */
function note(house: House, request: FastifyRequest, reply: FastifyReply): void {
  const { call } = request.routeOptions.config
  if (call === undefined) return
  house.metrics.callSeconds.observe({ call, code: reply.statusCode }, reply.elapsedTime / 1_000)
  house.log.info(
    { request: request.id, call, code: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'call',
  )
}

function refuse(house: House, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { http, code, envelope } = refusalOf(error)
  house.metrics.refusals.inc({ code })
  if (http >= 500 && code !== 'maintenance') {
    house.log.error(
      { request: request.id, call: request.routeOptions?.config?.call, err: error },
      'call failed',
    )
  }
  reply.removeHeader('content-disposition')
  return reply.code(http).type('application/json; charset=utf-8').send(envelope)
}
