// Builds the server without listening: hooks, calls, pages, health.

import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { API_PREFIX } from '@paywages/wire/endpoints.ts'
import type { RefusalCode } from '@paywages/wire/refusals.ts'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { accountRoutes } from '../accounts/routes.ts'
import { ACCOUNT_RECORDS } from '../accounts/store.ts'
import type { Services } from '../app-services.ts'
import { approvalRoutes } from '../approvals/routes.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { auditLogRoutes } from '../audit-log/routes.ts'
import { accountToKeep } from '../bank-files/account-choice.ts'
import { BANK_FILE_RECORDS } from '../bank-files/file-store.ts'
import { BANK_FORMAT_RECORDS } from '../bank-files/format-store.ts'
import { bankFileRoutes } from '../bank-files/routes.ts'
import { startOnAccount } from '../bank-files/start-on-account.ts'
import { bankStatementRoutes } from '../bank-statements/routes.ts'
import { LINE_RECORDS, STATEMENT_RECORDS } from '../bank-statements/store.ts'
import { enterpriseContractRoutes } from '../enterprise-contracts/routes.ts'
import { ENTERPRISE_CONTRACT_RECORDS } from '../enterprise-contracts/store.ts'
import { makeEnrolmentCode } from '../factors/enrolment-codes.ts'
import { lastSignature } from '../factors/passkey-store.ts'
import { askPasskey } from '../factors/passkeys.ts'
import { factorRoutes } from '../factors/routes.ts'
import { uploadsOf } from '../files/receive-file.ts'
import { fileRoutes } from '../files/routes.ts'
import { countReadableFiles } from '../files/store.ts'
import { countPeopleInScope } from '../freelancers/person-store.ts'
import { revealPerson } from '../freelancers/reveal-person.ts'
import { freelancerRoutes } from '../freelancers/routes.ts'
import { fundFlowRoutes } from '../funds/flow-routes.ts'
import { moneyViewRoutes } from '../funds/money-view-routes.ts'
import { serveApiDocument } from '../http/api-document.ts'
import type { Handlers } from '../http/call.ts'
import { drainBody } from '../http/drain-body.ts'
import { serveHealth } from '../http/health.ts'
import { type Gate, mountCalls } from '../http/mount.ts'
import { openPersonTurns } from '../http/person-turns.ts'
import type { Readiness } from '../http/readiness.ts'
import { refusalOf } from '../http/reply.ts'
import { nameRequests, REQUEST_ID, requestIdOf } from '../http/request-id.ts'
import { refuseCrossSite } from '../http/same-site.ts'
import { DEVICE_COOKIE } from '../http/session-cookie.ts'
import { serveWebPages } from '../http/web-pages.ts'
import { readLastVerification } from '../invariants/verify.ts'
import { categoryRoutes } from '../invoice-categories/routes.ts'
import { stockRoutes } from '../invoice-stock/routes.ts'
import { invoiceRoutes } from '../invoices/routes.ts'
import { APPLICATION_RECORDS } from '../invoices/store.ts'
import { revealLimitUser } from '../limits/reveal-limit-user.ts'
import { limitRoutes } from '../limits/routes.ts'
import { LIMIT_USER_RECORDS } from '../limits/store.ts'
import { BATCH_RECORDS } from '../payouts/batch-store.ts'
import { detailRoutes } from '../payouts/detail-routes.ts'
import { LAYOUT_RECORDS } from '../payouts/layout-store.ts'
import { revealRow } from '../payouts/reveal-row.ts'
import { payoutRoutes } from '../payouts/routes.ts'
import { ROW_RECORDS } from '../payouts/row-store.ts'
import { countFullRead } from '../personal/count-full-read.ts'
import { personalRoutes } from '../personal/routes.ts'
import { proposalRoutes } from '../proposals/routes.ts'
import { PROPOSAL_RECORDS } from '../proposals/store.ts'
import { providerRoutes } from '../providers/routes.ts'
import { PROVIDER_RECORDS } from '../providers/store.ts'
import { receiverRoutes } from '../recharges/receiver-routes.ts'
import { revealRecharge } from '../recharges/reveal-recharge.ts'
import { REVERSAL_RECORDS } from '../recharges/reversal-store.ts'
import { rechargeRoutes } from '../recharges/routes.ts'
import { RECHARGE_RECORDS } from '../recharges/store.ts'
import { Refused } from '../refused.ts'
import { retentionRoutes } from '../retention/routes.ts'
import { identify } from '../session/identify.ts'
import type { LoginServices } from '../session/log-in.ts'
import { LoginDoor } from '../session/login-door.ts'
import { LoginHomes } from '../session/login-homes.ts'
import { LoginPace } from '../session/login-pace.ts'
import { refuseEarly } from '../session/refuse-early.ts'
import { RefusedLogins } from '../session/refused-logins.ts'
import { sessionRoutes } from '../session/routes.ts'
import { isLoginPlace } from '../session/store.ts'
import { CONTRACT_RECORDS } from '../signing/contract-list-store.ts'
import { inviteUsers } from '../signing/invite-people.ts'
import { LINK_RECORDS } from '../signing/link-store.ts'
import { signingPublicRoutes } from '../signing/public-routes.ts'
import { revealLink } from '../signing/reveal-link.ts'
import { signingRoutes } from '../signing/routes.ts'
import { adjustmentRoutes } from '../tax/adjustments/adjustment-routes.ts'
import { ADJUSTMENT_RECORDS } from '../tax/adjustments/adjustment-store.ts'
import { calculatorRoutes } from '../tax/calculator/calculator-routes.ts'
import { revealBankStatement } from '../tax/certificates/certificate-list-store.ts'
import { certificateRoutes } from '../tax/certificates/certificate-routes.ts'
import { TAX_STATEMENT_RECORDS } from '../tax/certificates/certificate-store.ts'
import { filingRoutes } from '../tax/filing/filing-routes.ts'
import { importRoutes } from '../tax/imports/import-routes.ts'
import { PROOF_RECORDS } from '../tax/periods/period-store.ts'
import { proofRoutes } from '../tax/provider-proofs/proof-routes.ts'
import { YEAR_JOB_RECORDS } from '../tax/year-statements/year-job-store.ts'
import { revealYearStatement } from '../tax/year-statements/year-list-store.ts'
import { yearRoutes } from '../tax/year-statements/year-routes.ts'
import { YEAR_STATEMENT_RECORDS } from '../tax/year-statements/year-statement-store.ts'
import { DEBIT_RECORDS } from '../transfers/explained-debit-store.ts'
import { readSending } from '../transfers/read-sending.ts'
import { NOTICE_PATH, serveBankNotices } from '../transfers/receive-notice.ts'
import { RESOLUTION_RECORDS } from '../transfers/resolution-store.ts'
import { transferRoutes } from '../transfers/routes.ts'
import { startedHistory } from '../transfers/tax-history-store.ts'
import { workbenchRoutes } from '../workbench/routes.ts'
import { PROPOSAL_HANDLERS } from './proposal-kinds.ts'
import { termsImpact } from './terms-impact.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}

export async function buildApp(
  services: Services,
  readiness: Readiness = { draining: false },
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    // What the router refuses before any hook runs is answered in the envelope too.
    frameworkErrors: (error, request, reply) => {
      const isCall = request.raw.url?.startsWith(API_PREFIX)
      // Outside the API an address that cannot be read is one that does not exist.
      const told = error.code === 'FST_ERR_BAD_URL' && !isCall ? new Refused('no-such-call') : error
      refuse(services, told, request, reply as FastifyReply)
    },
    trustProxy: services.settings.trustedProxies.length > 0 ? [...services.settings.trustedProxies] : false,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    genReqId: ({ headers }) => requestIdOf(headers[REQUEST_ID]),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.removeContentTypeParser('text/plain')
  nameRequests(app)
  const pace = new LoginPace()
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.call === 'login') await pace.next()
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  // Quality 11, the default, takes longer than most calls; assets are compressed when they are built. What fits into the first
  // flight of a connection (ten packets) arrives no sooner for being smaller.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  // What came is never unpacked: a megabyte can hold a thousand.
  const answers = { threshold: 12_288, encodings: ['br' as const, 'gzip' as const], brotliOptions }
  await app.register(compress, { ...answers, globalDecompression: false })
  await app.register(multipart)
  const homes = new LoginHomes(services.clock, (accountHere) =>
    services.database.transact((tx) => isLoginPlace(tx, accountHere)),
  )
  const door = new LoginDoor(services.clock, services.settings.logins, homes)
  const refusedLogins = new RefusedLogins(services)
  const logins: LoginServices = { ...services, door, refusedLogins }
  app.addHook('onRequest', refuseCrossSite)
  app.addHook('onRequest', refusePacked)
  app.addHook('onRequest', refuseUnfit(services))
  app.addHook('onRequest', async (request) =>
    refuseEarly(logins, {
      call: request.routeOptions.config.call,
      address: request.ip,
      deviceCookie: request.cookies[DEVICE_COOKIE],
    }),
  )
  app.addHook('onClose', () => refusedLogins.write())
  app.addHook('onSend', fenceApiReplies)
  app.addHook('onResponse', async (request, reply) => note(services, request, reply))
  app.setErrorHandler(async (error, request, reply) => {
    if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drainBody(request.raw)
    return refuse(services, error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => refuse(services, new Refused('no-such-call'), request, reply))
  mountCalls(app, handlersOf(logins), gateOf(services))
  serveApiDocument(app)
  serveHealth(app, services, readiness, async () => ({
    ...(await readLastVerification(services)),
    ...(await readSending(services)),
  }))
  await serveBankNotices(app, services)
  for (const url of [API_PREFIX, `${API_PREFIX}/*`]) {
    app.all(url, () => {
      throw new Refused('no-such-call')
    })
  }
  await serveWebPages(app, services.brands)
  return app
}

function handlersOf(services: LoginServices): Handlers {
  return {
    ...sessionRoutes(services),
    ...factorRoutes(services),
    ...accountRoutes(services),
    ...proposalRoutes(services, PROPOSAL_HANDLERS, termsImpact, {
      codeFor: makeEnrolmentCode,
      signing: { ask: askPasskey, last: lastSignature },
    }),
    ...providerRoutes(services),
    ...approvalRoutes(services),
    ...retentionRoutes(services),
    ...auditLogRoutes(services),
    ...fileRoutes(services),
    ...payoutRoutes(services, startOnAccount, startedHistory, accountToKeep),
    ...bankFileRoutes(services),
    ...detailRoutes(services),
    ...transferRoutes(services),
    ...limitRoutes(services),
    ...freelancerRoutes(services, (tx, by, whom) =>
      inviteUsers(services, tx, by, { ...whom, batchId: null }),
    ),
    ...rechargeRoutes(services),
    ...receiverRoutes(services),
    ...moneyViewRoutes(services),
    ...workbenchRoutes(services),
    ...fundFlowRoutes(services),
    ...bankStatementRoutes(services),
    ...signingRoutes(services),
    ...signingPublicRoutes(services),
    ...categoryRoutes(services),
    ...stockRoutes(services),
    ...invoiceRoutes(services),
    ...enterpriseContractRoutes(services),
    ...filingRoutes(services),
    ...importRoutes(services),
    ...proofRoutes(services),
    ...calculatorRoutes(services),
    ...certificateRoutes(services),
    ...yearRoutes(services),
    ...adjustmentRoutes(services),
    ...personalRoutes(services, {
      'payout-row': (tx, scope, id) => revealRow(tx, services.cipher, scope, id),
      'limit-user': (tx, scope, id) => revealLimitUser(tx, services.cipher, scope, id),
      recharge: (tx, scope, id) => revealRecharge(tx, services.cipher, scope, id),
      freelancer: (tx, scope, id) => revealPerson(tx, services.cipher, scope, id),
      'signing-link': (tx, scope, id) => revealLink(tx, services.cipher, scope, id),
      'tax-statement': (tx, scope, id) => revealBankStatement(tx, services.cipher, scope, id),
      'tax-year-statement': (tx, scope, id) => revealYearStatement(tx, services.cipher, scope, id),
    }),
  }
}

function gateOf(services: Services): Gate {
  const { database } = services
  return {
    now: () => services.clock.now(),
    maintenance: services.settings.maintenance,
    stepUpMs: services.settings.secondFactor.stepUpMs,
    identify: (token, origin, passive) => identify(services, token, origin, passive),
    noteRefusedRight: (by, call) =>
      database.transact((tx) =>
        recordEntry(tx, by, {
          action: 'right-refused',
          object: { kind: 'call', id: call },
          result: 'refused',
        }),
      ),
    countFullRead: (by, kind) => countFullRead(services, by, kind),
    query: database.query,
    owners: {
      account: ACCOUNT_RECORDS,
      proposal: PROPOSAL_RECORDS,
      provider: PROVIDER_RECORDS,
      file: (tx, scope, ids, person) => countReadableFiles(tx, scope, person.accountId, ids),
      'payout-batch': BATCH_RECORDS,
      'sheet-layout': LAYOUT_RECORDS,
      resolution: RESOLUTION_RECORDS,
      'bank-file': BANK_FILE_RECORDS,
      'bank-format': BANK_FORMAT_RECORDS,
      'unknown-debit': DEBIT_RECORDS,
      'payout-row': ROW_RECORDS,
      'limit-user': LIMIT_USER_RECORDS,
      recharge: RECHARGE_RECORDS,
      'recharge-reversal': REVERSAL_RECORDS,
      statement: STATEMENT_RECORDS,
      'statement-line': LINE_RECORDS,
      freelancer: (tx, scope, ids) => countPeopleInScope(tx, services.cipher, scope, ids),
      'signing-link': LINK_RECORDS,
      'personal-contract': CONTRACT_RECORDS,
      'enterprise-contract': ENTERPRISE_CONTRACT_RECORDS,
      'invoice-application': APPLICATION_RECORDS,
      'tax-proof': PROOF_RECORDS,
      'tax-statement': TAX_STATEMENT_RECORDS,
      'tax-year-statement': YEAR_STATEMENT_RECORDS,
      'tax-year-job': YEAR_JOB_RECORDS,
      'tax-adjustment': ADJUSTMENT_RECORDS,
    },
    uploads: uploadsOf(services),
    turns: openPersonTurns(services.settings.bulk),
  }
}

/** Calls and the bank's notices need a database that fits this release; pages and health do not. */
function refuseUnfit({ schema }: Services) {
  return async ({ url }: FastifyRequest): Promise<void> => {
    const needed = url.startsWith(API_PREFIX) || url.startsWith(NOTICE_PATH)
    if (needed && schema.problem() !== undefined) throw new Refused('release-unfit')
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
function note(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const { call } = request.routeOptions.config
  if (call === undefined) return
  services.metrics.callSeconds.observe({ call, code: reply.statusCode }, reply.elapsedTime / 1_000)
  services.log.info(
    { request: request.id, call, code: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'call',
  )
}

/** No browser packs what it sends. */
async function refusePacked({ headers }: FastifyRequest): Promise<void> {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refused('wrong-media-type')
}

/** In the middle of what they were sending: nobody hears an answer, and nothing of ours has failed. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Said once when it begins, not at every call. */
const EXPECTED: ReadonlySet<RefusalCode> = new Set(['maintenance', 'release-unfit'])

/** What somebody changed in the database is told like a fault of ours: nobody who asks can do anything about it. */
const isOurFault = (http: number, code: RefusalCode): boolean =>
  (http >= 500 && !EXPECTED.has(code)) || code === 'seal-broken'

function refuse(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { http, code, envelope } = refusalOf(error)
  const asked = { request: request.id, call: request.routeOptions?.config?.call }
  if (hasLeft(request)) services.log.info(asked, 'the asker left')
  else {
    services.metrics.refusals.inc({ code })
    if (isOurFault(http, code)) services.log.error({ ...asked, err: error }, 'call failed')
  }
  reply.removeHeader('content-disposition')
  if (typeof envelope.seconds === 'number') reply.header('retry-after', envelope.seconds)
  return reply.code(http).type('application/json; charset=utf-8').send(envelope)
}
