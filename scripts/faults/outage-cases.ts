/** Faults of what the product stands on: a database that freezes or turns read-only, and a disk without space. */

import { join } from 'node:path'
import { postgresProcessesIn } from '@paywages/server/adapters/embedded-postgres/processes.ts'
import { canMount, openSmallDisk } from '@paywages/server/testing/small-disk.ts'
import pg from 'pg'
import { cookieFor, pressStart } from './batches.ts'
import type { Case } from './case.ts'
import { startProduct } from './product.ts'
import type { World } from './world.ts'

/** What the first api says of itself; a process that hangs says nothing. */
async function readyOf(world: World): Promise<{ http: number; database: boolean | undefined }> {
  const answer = await fetch(`http://127.0.0.1:${world.apiPorts[0]}/ready`, {
    signal: AbortSignal.timeout(20_000),
  })
  const { checks } = (await answer.json()) as { checks: { database?: boolean } }
  return { http: answer.status, database: checks.database }
}

const untilReady = (world: World, ready: boolean) =>
  world.until(`the api is ${ready ? 'ready' : 'not ready'}`, async () => {
    const { http, database } = await readyOf(world)
    return database === ready && http === (ready ? 200 : 503)
  })

/** A start while the database fails is answered, by a refusal that says so, and never acknowledged. */
async function startInVain(world: World, batchId: number): Promise<void> {
  const answer = await pressStart(world, batchId)
  if (answer !== 'no answer') throw new Error(`a start without a database was answered: ${answer}`)
}

async function start(world: World, batchId: number): Promise<void> {
  const answer = await pressStart(world, batchId)
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
}

const sendingSome = (world: World, batchId: number) =>
  world.until('some are on their way', async () => {
    const [row] = await world.query<{ n: number }>(
      `select count(*)::int as n from row_transfers where batch_id = $1 and state <> 'reserved'`,
      [batchId],
    )
    return (row?.n ?? 0) > 0
  })

async function signalDatabase(world: World, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await postgresProcessesIn(join(world.postgres.home, 'cluster'))) process.kill(pid, signal)
}

async function setReadOnly(world: World, on: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: world.postgres.url, application_name: 'fault' })
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

export const outageCases: readonly Case[] = [
  {
    fault: 'database frozen before a start and while transfers are sent',
    make: async (world, { batchId }) => {
      await cookieFor(world.apiPorts[0] ?? 0)
      try {
        await signalDatabase(world, 'SIGSTOP')
        await startInVain(world, batchId)
        await untilReady(world, false)
        await signalDatabase(world, 'SIGCONT')
        await untilReady(world, true)
        await start(world, batchId)
        await sendingSome(world, batchId)
        await signalDatabase(world, 'SIGSTOP')
        await untilReady(world, false)
      } finally {
        await signalDatabase(world, 'SIGCONT')
      }
      await untilReady(world, true)
    },
  },
  {
    fault: 'database read-only before a start and while transfers are sent',
    make: async (world, { batchId }) => {
      await cookieFor(world.apiPorts[0] ?? 0)
      try {
        await setReadOnly(world, true)
        await untilReady(world, false)
        await startInVain(world, batchId)
        await setReadOnly(world, false)
        await untilReady(world, true)
        await start(world, batchId)
        await sendingSome(world, batchId)
        await setReadOnly(world, true)
        await untilReady(world, false)
      } finally {
        await setReadOnly(world, false)
      }
      await untilReady(world, true)
    },
  },
  {
    fault: 'disk full while npm start writes, and its api and database are killed',
    endings: [''],
    make: async (world, { batchId }) => {
      await start(world, batchId)
      // Only root can have a disk to fill.
      if (!canMount) return
      const disk = await openSmallDisk(400)
      try {
        const product = await startProduct(disk.folder)
        try {
          await world.until('the product is ready', product.isReady)
          await disk.fill()
          await product.killApi()
          await world.until('the end of the api is told', async () =>
            product.said().includes('The api ended'),
          )
          await world.until('the api lives without space', product.isLive)
          const refused = await product.writeMuch()
          if (refused === '') throw new Error('the database found space on a full disk')
          await product.killDatabase()
          await world.until('the end of the database is told', async () =>
            product.said().includes('The database ended'),
          )
          if (!product.runs()) throw new Error('the supervisor ended')
          await disk.empty()
          await world.until('the product is ready again', product.isReady)
        } catch (problem) {
          throw new Error(`${(problem as Error).message}; npm start said: ${product.said()}`)
        } finally {
          await product.stop()
        }
      } finally {
        await disk.remove()
      }
    },
  },
]
