// Entry point: background work. Run as many as wanted.

import Fastify, { LogController } from 'fastify'
import { startJobs } from '../adapters/jobs/job-queue.ts'
import { repeat } from '../adapters/jobs/repeat.ts'
import { anchorChain, sealEntries } from '../audit/seal-entries.ts'
import { keepContracts } from '../contracts/keep-contracts.ts'
import { makeWaitingPapers } from '../contracts/make-papers.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { spellWaitingNames } from '../freelancers/spell-names.ts'
import type { House } from '../house.ts'
import { serveHealth } from '../http/health.ts'
import { lastProof, showLastProof, watchInvariants } from '../invariants/verify.ts'
import { openStockMonth } from '../invoice-stock/open-month.ts'
import { countEndedPeople } from '../payouts/count-people.ts'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { sweepSessions } from '../session/sweep-sessions.ts'
import { sendInvitations } from '../signing/send-invitations.ts'
import { forgetOldNotices } from '../transfers/receive-notice.ts'
import { reconcileYesterday } from '../transfers/reconcile-statement.ts'
import { workTransfers } from '../transfers/work-transfers.ts'
import { listenOn } from './listen-on.ts'
import { openHouse } from './open-house.ts'
import { type Running, runProcess } from './run-process.ts'

const SEAL_EVERY_MS = 5_000
const REGISTER_EVERY_MS = 2_000
const SPELL_EVERY_MS = 3_000
const COUNT_EVERY_MS = 5_000
const INVITE_EVERY_MS = 3_000
const PAPERS_EVERY_MS = 4_000
const SHOW_EVERY_MS = 30_000
// Not at a set time of the day or of the 1st: a machine that was off then is on some minutes or days later.
const KEEP_CONTRACTS_EVERY_MS = 600_000
const OPEN_STOCK_EVERY_MS = 600_000

await runProcess(async (): Promise<Running> => {
  const house = await openHouse(process.env)
  const jobs = [
    { name: 'anchor-audit-chain', cron: '10 0 * * *', run: () => anchorChain(house) },
    { name: 'sweep-files', cron: '25 * * * *', run: () => sweepFiles(house) },
    { name: 'sweep-sessions', cron: '40 * * * *', run: () => sweepSessions(house) },
    { name: 'reconcile-bank', cron: '20 1 * * *', run: () => reconcileYesterday(house) },
    { name: 'forget-bank-calls', cron: '50 * * * *', run: () => forgetOldNotices(house) },
    { name: 'prove-invariants', cron: '*/10 * * * *', run: () => watchInvariants(house) },
  ]
  const queue = await startJobs(house.settings.databaseUrl, jobs, house.log, house.metrics)
  const repeated = [
    { name: 'seal-audit-entries', every: SEAL_EVERY_MS, run: () => sealEntries(house) },
    { name: 'register-people', every: REGISTER_EVERY_MS, run: () => registerWaitingPeople(house) },
    { name: 'spell-names', every: SPELL_EVERY_MS, run: () => spellWaitingNames(house) },
    { name: 'count-people', every: COUNT_EVERY_MS, run: () => countEndedPeople(house) },
    { name: 'send-invitations', every: INVITE_EVERY_MS, run: () => sendInvitations(house) },
    { name: 'open-stock-month', every: OPEN_STOCK_EVERY_MS, run: () => openStockMonth(house) },
    { name: 'make-contract-papers', every: PAPERS_EVERY_MS, run: () => makeWaitingPapers(house) },
    { name: 'keep-contracts', every: KEEP_CONTRACTS_EVERY_MS, run: () => keepContracts(house) },
    { name: 'show-proofs', every: SHOW_EVERY_MS, run: () => showLastProof(house) },
  ].map(({ name, every, run }) => repeat(name, every, run, house.log))
  const transfers = workTransfers(house)
  const readiness = { draining: false }
  const health = await serveWorkerHealth(house, readiness)
  house.log.info('the worker works')
  return {
    stop: async () => {
      readiness.draining = true
      await Promise.all([...repeated, transfers].map((work) => work.stop()))
      await queue.stop()
      await health?.close()
      await house.database.close()
    },
  }
})

/** Only where WORKER_PORT is set: most workers need no port. */
async function serveWorkerHealth(house: House, readiness: { draining: boolean }) {
  if (house.settings.workerPort === 0) return undefined
  const app = Fastify({
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  serveHealth(app as never, house, readiness, () => lastProof(house))
  const { workerPort: port, host } = house.settings
  await listenOn(app as never, { port, host, setting: 'WORKER_PORT' })
  return app
}
