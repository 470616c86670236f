// Entry point: background work. Run as many as wanted.

import { join } from 'node:path'
import Fastify, { LogController } from 'fastify'
import { startJobs } from '../adapters/jobs/job-queue.ts'
import { repeat } from '../adapters/jobs/repeat.ts'
import type { Services } from '../app-services.ts'
import { anchorChain } from '../audit-log/anchor-chain.ts'
import { exportEntries, fileSink, syslogSink } from '../audit-log/export-entries.ts'
import { prepareMonths } from '../audit-log/prepare-months.ts'
import { sealEntries } from '../audit-log/seal-entries.ts'
import { noteForgottenFiles } from '../bank-files/forgotten-files.ts'
import { workBankFiles } from '../bank-files/work-bank-files.ts'
import { applyContractSteps } from '../enterprise-contracts/apply-contract-steps.ts'
import { makePendingPdfs } from '../enterprise-contracts/make-pdfs.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { watchFiles } from '../files/watch-files.ts'
import { fillPinyin } from '../freelancers/fill-pinyin.ts'
import { serveHealth } from '../http/health.ts'
import { readLastVerification, watchInvariants } from '../invariants/verify.ts'
import { openStockMonth } from '../invoice-stock/open-month.ts'
import { openResealer } from '../keys/reseal.ts'
import { NOTE_EVERY_MS, watchKeys } from '../keys/watch-keys.ts'
import { countEndedPeople } from '../payouts/count-people.ts'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { openOldFormResealer } from '../payouts/reseal-rows.ts'
import { settleDueProposals } from '../proposals/decide-proposal.ts'
import { eraseDue } from '../retention/erase-due.ts'
import { sweepSessions } from '../session/sweep-sessions.ts'
import { sendInvitations } from '../signing/send-invitations.ts'
import { makeYearStatements } from '../tax/year-statements/make-year-statements.ts'
import { fixOrders, ordersHold } from '../transfers/approved-orders.ts'
import { noteOlderLog } from '../transfers/note-restore.ts'
import { readHalt, readSending } from '../transfers/read-sending.ts'
import { deleteOldNonces } from '../transfers/receive-notice.ts'
import { reconcileYesterday } from '../transfers/reconcile-statement.ts'
import { workTransfers } from '../transfers/work-transfers.ts'
import { beginTracing } from './begin-tracing.ts'
import { followSchema, type Work } from './follow-schema.ts'
import { listenOn } from './listen-on.ts'
import { openServices } from './open-services.ts'
import { PROPOSAL_HANDLERS } from './proposal-kinds.ts'
import { pushMetrics } from './push-metrics.ts'
import { RESEAL_TARGETS } from './reseal-targets.ts'
import { type Running, runProcess } from './run-process.ts'
import { watchState } from './show-state.ts'
import { startDue } from './start-due.ts'

const SEAL_EVERY_MS = 5_000
const REGISTER_EVERY_MS = 2_000
const RESEAL_EVERY_MS = 1_000
const BANK_FILES_EVERY_MS = 1_000
const PINYIN_EVERY_MS = 3_000
const COUNT_EVERY_MS = 5_000
const INVITE_EVERY_MS = 3_000
const PDFS_EVERY_MS = 4_000
const YEARS_EVERY_MS = 2_000
const PROPOSALS_EVERY_MS = 10_000
const DUE_EVERY_MS = 5_000
const SIZE_EVERY_MS = 300_000
// Not at a set time of the day or of the 1st: a machine that was off then is on some minutes or days later.
const CONTRACT_STEPS_EVERY_MS = 600_000
const OPEN_STOCK_EVERY_MS = 600_000
const PREPARE_EVERY_MS = 600_000
const ERASE_EVERY_MS = 600_000

const ORDERS = { hold: ordersHold, fix: fixOrders }

async function startWork(services: Services): Promise<Work> {
  const jobs = [
    {
      name: 'anchor-audit-chain',
      cron: `*/${services.settings.anchorMinutes} * * * *`,
      run: async () => {
        if (await noteOlderLog(services)) await noteForgottenFiles(services)
        return (await anchorChain(services))?.number
      },
    },
    { name: 'sweep-files', cron: '25 * * * *', run: () => sweepUnlessHalted(services) },
    { name: 'check-files', cron: '10 4 * * *', run: () => watchEveryFile(services) },
    { name: 'sweep-sessions', cron: '40 * * * *', run: () => sweepSessions(services) },
    { name: 'reconcile-bank', cron: '20 1 * * *', run: () => reconcileYesterday(services) },
    { name: 'forget-bank-calls', cron: '50 * * * *', run: () => deleteOldNonces(services) },
    { name: 'prove-invariants', cron: '*/10 * * * *', run: () => watchInvariants(services) },
  ]
  const queue = await startJobs(services.settings, jobs, services.log, services.metrics)
  let stopping = false
  const resealer = openResealer(services, RESEAL_TARGETS, { isStopping: () => stopping })
  const repeated = [
    { name: 'seal-audit-entries', every: SEAL_EVERY_MS, run: () => sealEntries(services) },
    { name: 'prepare-audit-months', every: PREPARE_EVERY_MS, run: () => prepareMonths(services) },
    { name: 'export-audit-entries', every: SEAL_EVERY_MS, run: () => exportWhereAsked(services) },
    { name: 'register-people', every: REGISTER_EVERY_MS, run: () => registerWaitingPeople(services) },
    { name: 'reseal-rows', every: RESEAL_EVERY_MS, run: openOldFormResealer(services, ORDERS) },
    { name: 'rotate-keys', every: RESEAL_EVERY_MS, run: () => resealer.round() },
    { name: 'work-bank-files', every: BANK_FILES_EVERY_MS, run: () => workBankFiles(services) },
    { name: 'spell-names', every: PINYIN_EVERY_MS, run: () => fillPinyin(services) },
    { name: 'count-people', every: COUNT_EVERY_MS, run: () => countEndedPeople(services) },
    { name: 'send-invitations', every: INVITE_EVERY_MS, run: () => sendInvitations(services) },
    { name: 'open-stock-month', every: OPEN_STOCK_EVERY_MS, run: () => openStockMonth(services) },
    {
      name: 'erase-personal-data',
      every: ERASE_EVERY_MS,
      run: () => eraseDue(services, { isStopping: () => stopping }),
    },
    { name: 'make-contract-papers', every: PDFS_EVERY_MS, run: () => makePendingPdfs(services) },
    { name: 'make-year-statements', every: YEARS_EVERY_MS, run: () => makeYearStatements(services) },
    { name: 'keep-contracts', every: CONTRACT_STEPS_EVERY_MS, run: () => applyContractSteps(services) },
    {
      name: 'settle-proposals',
      every: PROPOSALS_EVERY_MS,
      run: () => settleDueProposals(services, PROPOSAL_HANDLERS),
    },
    {
      name: 'start-due-batches',
      every: DUE_EVERY_MS,
      run: () => startDue(services),
    },
    { name: 'show-database-size', every: SIZE_EVERY_MS, run: () => showDatabaseSize(services) },
  ].map(({ name, every, run }) => repeat(name, every, run, services.log))
  const state = watchState(services)
  const transfers = workTransfers(services, noteForgottenFiles)
  return {
    stop: async () => {
      stopping = true
      await Promise.all([...repeated, state, transfers].map((work) => work.stop()))
      await queue.stop()
    },
  }
}

await runProcess(async (): Promise<Running> => {
  const services = await openServices(process.env, 'round')
  await beginTracing(services.settings, 'worker')
  const work = await followSchema(services, () => startWork(services))
  const keyWatch = watchKeys(services, 'worker')
  const notes = repeat('note-key', NOTE_EVERY_MS, () => keyWatch.note(), services.log)
  const readiness = { draining: false }
  const health = await serveWorkerHealth(services, readiness)
  const push = pushMetrics(services, readiness, 'worker')
  return {
    stop: async () => {
      readiness.draining = true
      await work.stop()
      await health?.close()
      await notes.stop()
      await push.stop()
      await keyWatch.end()
      await services.database.close()
    },
  }
})

/** A collector that is away holds up the file as little as the file the collector. */
async function exportWhereAsked(services: Services): Promise<void> {
  const { auditExportFile, auditSyslog, dataDir } = services.settings
  const sinks = [
    ...(auditExportFile ? [fileSink(auditExportFile)] : []),
    ...(auditSyslog ? [syslogSink(auditSyslog, join(dataDir, 'audit-syslog.position'))] : []),
  ]
  const failed = (await Promise.allSettled(sinks.map((sink) => exportEntries(services, sink)))).find(
    (outcome) => outcome.status === 'rejected',
  )
  if (failed) throw failed.reason
}

async function showDatabaseSize({ database, metrics }: Services): Promise<void> {
  metrics.databaseBytes.set(await database.size())
}

/** After a restore the files may be newer than the database: what it does not know yet is kept while that is looked into. */
async function sweepUnlessHalted(services: Services) {
  const halt = await services.database.query((tx) => readHalt(tx))
  return halt === undefined ? sweepFiles(services) : undefined
}

async function watchEveryFile(services: Services) {
  const { length: forgotten } = await noteForgottenFiles(services)
  return { ...(await watchFiles(services)), forgotten }
}

/** Only where WORKER_PORT is set: most workers need no port. */
async function serveWorkerHealth(services: Services, readiness: { draining: boolean }) {
  if (services.settings.workerPort === 0) return undefined
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  serveHealth(app as never, services, readiness, async () => ({
    ...(await readLastVerification(services)),
    ...(await readSending(services)),
  }))
  const { workerPort: port, host } = services.settings
  await listenOn(app as never, { port, host, setting: 'WORKER_PORT' })
  return app
}
