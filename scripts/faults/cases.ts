/** Every fault that is made to the real processes, and where (docs/rules/reliability.md). */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Prepared, pressStart, readyBatch } from './batches.ts'
import type { Case } from './case.ts'
import { clockCases } from './clock-cases.ts'
import { alive } from './entries.ts'
import { fileCases } from './file-cases.ts'
import { forgottenFileCases } from './forgotten-file-cases.ts'
import { lockBalance, lockQueue, untilWaiting } from './locks.ts'
import { outageCases } from './outage-cases.ts'
import { restoreCases } from './restore-cases.ts'
import { splitCases } from './split-cases.ts'
import { LEASE_MS, type World } from './world.ts'

const PLAIN = Array.from({ length: 40 }, () => '')
const EVERY = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008']
/** Most rows plain, every ending once. */
const MIXED = [...PLAIN, ...EVERY]
/** Without those that make the bank hang or fail by themselves. */
const ANSWERED = [...PLAIN, '0001', '0002', '0003', '0006', '0008']

const start = async (world: World, { batchId }: Prepared, api = 0) => {
  const answer = await pressStart(world, batchId, api)
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
}
const statusOf = async (world: World, batchId: number) =>
  (
    await world.query<{ status: string }>('select status from payout_batches where batch_id = $1', [batchId])
  )[0]?.status
const stateCount = async (world: World, batchId: number, states: readonly string[]) =>
  (
    await world.query<{ n: number }>(
      'select count(*)::int as n from row_transfers where batch_id = $1 and state = any($2)',
      [batchId, states],
    )
  )[0]?.n ?? 0
const untilSome = (world: World, batch: Prepared, states: readonly string[]) =>
  world.until(`some are ${states}`, async () => (await stateCount(world, batch.batchId, states)) > 0)
/** Until the bank has executed some of the batch. */
const untilExecuted = async (world: World, batch: Prepared) => {
  const own = new Set(
    (
      await world.query<{ reference: string }>('select reference from row_transfers where batch_id = $1', [
        batch.batchId,
      ])
    ).map(({ reference }) => reference),
  )
  await world.until('the bank has executed some', async () =>
    (await world.bank.executed()).some(({ reference }) => own.has(reference)),
  )
}

const bankWith = (fault: string, control: Record<string, unknown>, forMs = 3_000): Case => ({
  fault,
  endings: ANSWERED,
  make: async (world, batch) => {
    await world.bank.control(control)
    await start(world, batch)
    await sleep(forMs)
  },
})

const workerCases: readonly Case[] = [
  {
    fault: 'worker killed before its claim is committed',
    make: async (world, batch) => {
      await world.kill('worker')
      await start(world, batch)
      const held = await lockQueue(world, batch.batchId)
      await world.start('worker')
      await untilWaiting(world)
      await world.kill('worker')
      await held.release()
    },
  },
  {
    fault: 'worker killed during the bank call, before the bank received it',
    endings: ANSWERED,
    make: async (world, batch) => {
      await world.bank.control({ outage: true })
      await start(world, batch)
      await untilSome(world, batch, ['sending', 'in-doubt'])
      await world.kill('worker')
    },
  },
  {
    fault: 'worker killed during the bank call, after the bank executed it',
    endings: [...ANSWERED, '0004'],
    make: async (world, batch) => {
      await world.bank.control({ callbacks: false })
      await start(world, batch)
      await untilExecuted(world, batch)
      await world.kill('worker')
    },
  },
  {
    fault: 'worker killed after the bank answer, before its commit',
    endings: ANSWERED,
    make: async (world, batch) => {
      await world.bank.control({ callbacks: false })
      await start(world, batch)
      const held = await lockBalance(world)
      await untilWaiting(world)
      await world.kill('worker')
      await held.release()
    },
  },
  {
    fault: 'worker killed right after its commit',
    endings: ANSWERED,
    make: async (world, batch) => {
      await start(world, batch)
      await untilSome(world, batch, ['succeeded'])
      await world.kill('worker')
    },
  },
  {
    fault: 'worker paused past its lease during the bank call, then resumed',
    endings: [...ANSWERED, '0004'],
    make: async (world, batch) => {
      await start(world, batch)
      await untilExecuted(world, batch)
      world.signal('worker', 'SIGSTOP')
      await world.start('worker')
      await sleep(LEASE_MS * 1.5)
      world.signal('worker', 'SIGCONT')
    },
  },
  {
    fault: 'worker paused past its lease before its commit, then resumed',
    endings: ANSWERED,
    make: async (world, batch) => {
      await world.bank.control({ callbacks: false })
      await start(world, batch)
      const held = await lockBalance(world)
      await untilWaiting(world)
      world.signal('worker', 'SIGSTOP')
      await held.release()
      await world.start('worker')
      await sleep(LEASE_MS * 1.5)
      world.signal('worker', 'SIGCONT')
    },
  },
  {
    fault: 'worker gets SIGTERM in mid-batch, drains and exits',
    make: async (world, batch) => {
      await start(world, batch)
      await untilSome(world, batch, ['sending', 'succeeded', 'in-doubt'])
      const workers = world.processes.worker.filter(alive)
      world.signal('worker', 'SIGTERM')
      await world.until('the workers have ended', async () => !workers.some(alive))
      if (workers.some(({ exitCode }) => exitCode !== 0)) throw new Error('a worker did not end cleanly')
    },
  },
]

const apiCases: readonly Case[] = [
  {
    fault: 'api killed before the start is committed',
    make: async (world, batch) => {
      const held = await lockBalance(world)
      const answer = pressStart(world, batch.batchId)
      await untilWaiting(world)
      await world.kill('api')
      await held.release()
      if ((await answer) === 'done') throw new Error('a start that was never committed was acknowledged')
      await world.until(
        'the batch waits again',
        async () => (await statusOf(world, batch.batchId)) === 'ready',
      )
      await world.heal()
      await start(world, batch)
    },
  },
  {
    fault: 'api killed right after the start is committed',
    make: async (world, batch) => {
      const answer = pressStart(world, batch.batchId)
      await world.until(
        'it is started',
        async () => (await statusOf(world, batch.batchId)) === 'transferring',
      )
      await world.kill('api')
      await answer
    },
  },
  {
    fault: 'api killed while it handles a callback',
    endings: [...ANSWERED, '0004'],
    make: async (world, batch) => {
      await world.bank.control({ hangRate: 0.5 })
      await start(world, batch)
      const held = await lockBalance(world)
      await untilWaiting(world)
      await world.kill('api')
      await held.release()
    },
  },
  {
    fault: 'start requested fifty times concurrently on two api servers',
    make: async (world, batch) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => pressStart(world, batch.batchId, index % 2)),
      )
      const done = answers.filter((answer) => answer === 'done').length
      if (done !== 1) throw new Error(`the start was acknowledged ${done} times`)
    },
  },
  {
    fault: 'two workers and two api servers on one large batch',
    endings: Array.from({ length: 2_000 }, (_, index) => (index % 250 === 7 ? (EVERY[index % 8] ?? '') : '')),
    make: (world, batch) => start(world, batch),
  },
]

const bankCases: readonly Case[] = [
  {
    fault: 'bank killed during a submit and restarted',
    make: async (world, batch) => {
      await world.bank.control({ latencyMs: 200 })
      await start(world, batch)
      await untilSome(world, batch, ['sending'])
      await sleep(120)
      await world.killBank()
    },
  },
  bankWith('bank unreachable', { outage: true }, 8_000),
  bankWith('bank answers 500 before executing', { fail500BeforeRate: 0.7 }),
  bankWith('bank answers 500 after executing', { fail500AfterRate: 0.7 }),
  bankWith('bank never answers, but sends callbacks', { hangRate: 1 }),
  bankWith('bank never answers and sends no callbacks', { hangRate: 1, callbacks: false }, 5_000),
  bankWith('bank resets connections', { resetRate: 0.7 }),
  bankWith('bank sends wrong signatures', { badSignatureRate: 0.7 }),
  bankWith('bank answers slower than the request timeout', { latencyMs: 1_500 }, 5_000),
]

const databaseCases: readonly Case[] = [
  {
    fault: 'database killed while transfers are sent',
    make: async (world, batch) => {
      await start(world, batch)
      await untilSome(world, batch, ['sending', 'succeeded', 'in-doubt'])
      await world.restartDatabase('SIGKILL')
    },
  },
  {
    fault: 'database killed during the settlement',
    endings: ANSWERED,
    make: async (world, batch) => {
      await world.bank.control({ callbacks: false })
      await start(world, batch)
      const held = await lockBalance(world)
      await untilWaiting(world)
      await world.restartDatabase('SIGKILL')
      await held.release()
    },
  },
  {
    fault: 'database restarted while transfers are sent',
    make: async (world, batch) => {
      await start(world, batch)
      await untilSome(world, batch, ['sending', 'succeeded', 'in-doubt'])
      await world.restartDatabase('SIGINT')
    },
  },
  {
    fault: 'all processes killed at once, as in a power cut',
    make: async (world, batch) => {
      await start(world, batch)
      await untilSome(world, batch, ['sending', 'succeeded', 'in-doubt'])
      await Promise.all([world.kill('worker'), world.kill('api'), world.killBank()])
      await world.restartDatabase('SIGKILL')
    },
  },
]

export const CASES: readonly Case[] = [
  ...workerCases,
  ...apiCases,
  ...bankCases,
  ...databaseCases,
  ...fileCases,
  ...outageCases,
  ...restoreCases,
  ...splitCases,
  ...clockCases,
  ...forgottenFileCases,
]

export function prepare(world: World, fault: Case): Promise<Prepared> {
  return readyBatch(world, fault.endings ?? MIXED, fault.company)
}
