/** Every fault that is made to the cluster while money moves and a clerk works (docs/rules/reliability.md). */
import { randomBytes } from 'node:crypto'
import { encodePng } from '@paywages/server/adapters/png/encode-png.ts'
import { retireKey } from '@paywages/server/keys/retire-key.ts'
import { PROVED_TARGETS } from '@paywages/server/processes/reseal-targets.ts'
import { endpoints } from '@paywages/wire/endpoints.ts'
import { API_PREFIX } from '@paywages/wire/prefix.ts'
import { cookieFor, forgetSessions, type Prepared, pressStart } from '../faults/batches.ts'
import { until } from '../faults/entries.ts'
import { SETTINGS } from '../faults/world.ts'
import type { Clerk } from './clerk.ts'
import type { Cluster } from './cluster.ts'

export type ClusterCase = {
  readonly fault: string
  /** Makes the fault around the start of the batch; healing and waiting come after it. */
  readonly make: (cluster: Cluster, batch: Prepared, clerk: Clerk) => Promise<void>
}

async function start(cluster: Cluster, batch: Prepared): Promise<void> {
  const answer = await pressStart(cluster, batch.batchId)
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
}

/** Started, and some of it is at the bank or settled. */
async function startAndSend(cluster: Cluster, batch: Prepared): Promise<void> {
  await start(cluster, batch)
  await until('some are on their way', async () => (await moved(cluster, batch)) > 0)
}

async function moved(cluster: Cluster, { batchId }: Prepared): Promise<number> {
  const [row] = await cluster.query<{ n: number }>(
    `select count(*)::int as n from row_transfers where batch_id = $1 and state <> 'reserved'`,
    [batchId],
  )
  return row?.n ?? 0
}

/** The clerk got through at least so often since. */
async function servedAgain(clerk: Clerk, what: string): Promise<void> {
  const { done } = clerk.tally()
  await until(what, async () => clerk.tally().done > done + 2)
}

async function uploadAnswer(cluster: Cluster): Promise<number> {
  const [port = 0] = cluster.apiPorts
  const form = new FormData()
  const picture = encodePng({ width: 64, height: 64, pixels: randomBytes(64 * 64) })
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'receipt.png')
  const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${endpoints.uploadFile.path}`, {
    method: 'POST',
    headers: { cookie: await cookieFor(port) },
    body: form,
    signal: AbortSignal.timeout(30_000),
  })
  return answer.status
}

export const CLUSTER_CASES: readonly ClusterCase[] = [
  {
    fault: 'primary killed while transfers are sent; the standby takes over',
    make: async (cluster, batch, clerk) => {
      await startAndSend(cluster, batch)
      await cluster.database.failOver()
      await servedAgain(clerk, 'the clerk is served by the new primary')
    },
  },
  {
    fault: 'standby lost: nothing is acknowledged until the primary goes on alone',
    make: async (cluster, batch, clerk) => {
      await startAndSend(cluster, batch)
      await cluster.database.killStandby()
      const { refused } = clerk.tally()
      await until('a call is refused', async () => clerk.tally().refused > refused)
      await cluster.database.goOnAlone()
      await servedAgain(clerk, 'the clerk is served without a standby')
    },
  },
  {
    fault: 'object store lost: files are refused, money moves on',
    make: async (cluster, batch, clerk) => {
      const before = await uploadAnswer(cluster)
      if (before !== 200) throw new Error(`an upload was answered ${before} while the store was there`)
      await start(cluster, batch)
      await cluster.loseStore()
      try {
        await until('an upload is refused', async () => (await uploadAnswer(cluster)) === 503)
        await servedAgain(clerk, 'the clerk is served without the store')
      } finally {
        await cluster.returnStore()
      }
      await until('an upload is taken again', async () => (await uploadAnswer(cluster)) === 200)
    },
  },
  {
    fault: 'one machine cut off from both databases in silence',
    make: async (cluster, batch, clerk) => {
      await startAndSend(cluster, batch)
      cluster.partition(0)
      await until('the machine says that it is not ready', async () => !(await cluster.isReady(0)))
      await servedAgain(clerk, 'the clerk is served by the other machine')
    },
  },
  {
    fault: 'one machine killed with its api and worker',
    make: async (cluster, batch, clerk) => {
      await startAndSend(cluster, batch)
      await cluster.killMachine(0)
      await servedAgain(clerk, 'the clerk is served by the other machine')
    },
  },
  {
    fault: 'every process restarted in turn while transfers are sent',
    make: async (cluster, batch, clerk) => {
      await startAndSend(cluster, batch)
      await cluster.restartInTurn()
      await servedAgain(clerk, 'the clerk is served after the restarts')
    },
  },
  {
    fault: 'restored to a moment in the middle of the transfers',
    make: async (cluster, batch, clerk) => {
      await start(cluster, batch)
      // What is acknowledged after that moment is gone with it, as whoever restores knows.
      await clerk.stop()
      await until('some are on their way', async () => (await moved(cluster, batch)) > 0)
      await cluster.database.backUp('middle')
      await until(
        'the bank executed more',
        async () => (await moved(cluster, batch)) > batch.endings.length / 2,
      )
      await cluster.killMachine(0)
      await cluster.killMachine(1)
      await cluster.database.restoreTo('middle')
      await cluster.openOwnServices()
      forgetSessions()
    },
  },
  {
    fault: 'keys rotated while transfers are sent, the old one retired',
    make: async (cluster, batch) => {
      const old = SETTINGS.SECRET_KEY
      const next = randomBytes(36).toString('base64')
      const before = cluster.services.keys.currentId
      await startAndSend(cluster, batch)
      cluster.settings = { SECRET_KEY_NEXT: next }
      await cluster.restartInTurn()
      cluster.settings = { SECRET_KEY: next, SECRET_KEY_OLD: old }
      await cluster.restartInTurn()
      await cluster.openOwnServices()
      const retires = async () => (await retireKey(cluster.services, PROVED_TARGETS, before)).may
      await until('nothing lies under the old key', retires, 240_000)
      cluster.settings = { SECRET_KEY: next }
      await cluster.restartInTurn()
      await cluster.openOwnServices()
    },
  },
]
