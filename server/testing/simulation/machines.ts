// The processes of the storm: workers that send and ask, the sweeper, the bank's postman, the reconciler.

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { InjectOptions } from 'fastify'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { Services } from '../../app-services.ts'
import { applyBankUpdates } from '../../transfers/apply-bank-updates.ts'
import { storeNonce } from '../../transfers/nonce-store.ts'
import { queryDoubts } from '../../transfers/query-bank.ts'
import { reconcileStatement } from '../../transfers/reconcile-statement.ts'
import { sendWaiting } from '../../transfers/send-transfers.ts'
import { sweepLeases } from '../../transfers/sweep-leases.ts'
import { eventOf, noticeOf } from '../bank-notice.ts'
import { live } from './living.ts'
import type { Callback } from './lying-bank.ts'
import type { Task } from './scheduler.ts'
import type { World } from './world.ts'

export function startMachines(world: World): void {
  for (let index = 1; index <= world.conditions.workers; index += 1)
    live(world, `worker ${index}`, 5, (services, task) => work(world, services, task))
  live(world, 'sweeper', 2, async (services) => {
    if ((await world.glance()).lost > 0 || world.random.chance(0.1)) await sweepLeases(services)
  })
  live(world, 'postman', 3, (services, task) => deliver(world, services, task))
  live(world, 'reconciler', 0.7, (services) => reconcile(world, services))
}

async function work(world: World, services: Services, task: Task): Promise<void> {
  const { waiting, due, next } = await world.glance()
  const idle = waiting + due === 0
  if (idle && world.random.chance(0.6)) {
    // Nothing to do, as most of the time: until there is.
    if (next !== null && world.random.chance(0.7)) world.services.clock.set(next)
    return
  }
  if (idle ? world.random.chance(0.5) : due > 0 && (waiting === 0 || world.random.chance(0.5))) {
    await queryDoubts(services)
    return
  }
  const { submits } = task
  const claimed = await sendWaiting(services, world.random.pick([1, 2, 200]))
  if (claimed > 0 && task.submits === submits) world.coverage.saw('slept past its lease and did not send')
}

async function reconcile(world: World, services: Services): Promise<void> {
  const day = shanghaiDay(new Date(services.clock.now().getTime() - (world.random.chance(0.4) ? DAY_MS : 0)))
  const { unknown } = await reconcileStatement(services, day)
  if (unknown.length > 0) world.fail(`the bank paid ${unknown.join(', ')}, which we never ordered`)
}

class Replayed extends Error {}

/** As the door hears a callback: what it says and its nonce in one transaction. */
export async function handleCallback(
  services: Services,
  { update, nonce }: Callback,
): Promise<'heard' | 'replayed'> {
  const once = async (tx: Tx) => {
    if (!(await storeNonce(tx, nonce, services.clock.now()))) throw new Replayed()
  }
  try {
    await applyBankUpdates(services, 'notified', [update], once)
    return 'heard'
  } catch (error) {
    if (error instanceof Replayed) return 'replayed'
    throw error
  }
}

async function deliver(world: World, services: Services, task: Task): Promise<void> {
  const { bank, random, journal, coverage } = world
  const callback = bank.takeCallback(random)
  if (!callback) return reportUnsent(world, task)
  journal.note(task.name, `calls: ${callback.name} ${callback.update.status} ${callback.update.amountFen}`)
  if (random.chance(0.12)) return deliverAtOnce(world, callback)
  if (random.chance(0.08)) return deliverCallback(world, callback)
  try {
    const again = (await handleCallback(services, callback)) === 'replayed'
    if (again) coverage.saw('callback replayed: refused')
  } catch (error) {
    // Not acknowledged: the bank calls again, whether it was heard or not.
    bank.callbacks.push({ ...callback, nonce: random.chance(0.8) ? bank.freshNonce() : callback.nonce })
    throw error
  }
  world.promises.push({
    what: 'a callback',
    statement: 'select 1 from bank_nonces where nonce = $1',
    id: callback.nonce,
  })
  if (random.chance(0.3)) {
    coverage.saw('callback repeated')
    bank.callbacks.push({ ...callback, nonce: random.chance(0.7) ? bank.freshNonce() : callback.nonce })
  }
}

/**
 * A bank that lies at all may also speak of what it never got; only that it paid would be believed. It is heard at once: later
 * the order may have been sent, and then the same words would be the bank's own.
 */
async function reportUnsent(world: World, task: Task): Promise<void> {
  const callback = await inventCallback(world)
  if (!callback) return
  world.journal.note(task.name, `invents: ${callback.name} ${callback.update.status}`)
  await handleCallback(world.services, callback)
  await world.watchdog.inspect(undefined)
}

async function inventCallback(world: World): Promise<Callback | undefined> {
  if (!world.random.chance(world.conditions.lies)) return undefined
  const [unsent] = await world.query<{ reference: string }>(
    "select reference from row_transfers where provider_id > $1::bigint and state = 'reserved' order by row_id limit 1",
    [world.marks.provider],
  )
  if (!unsent) return undefined
  const status = world.random.pick(['rejected', 'processing', 'not-accepted'] as const)
  const update = { ...unsent, status, amountFen: undefined, message: '', serial: '', at: undefined }
  return { update, name: world.bank.nameOf(unsent.reference), dueAt: 0, nonce: world.bank.freshNonce() }
}

/** The same words many times in parallel, some of them in the very same call. */
async function deliverAtOnce(world: World, callback: Callback): Promise<void> {
  const { services, random, bank } = world
  const nonce = bank.freshNonce()
  const calls = Array.from({ length: random.between(3, 4) }, (_, index) => ({
    ...callback,
    nonce: index < 2 ? nonce : bank.freshNonce(),
  }))
  const received = await Promise.all(calls.map((one) => handleCallback(services, one)))
  world.coverage.saw('callbacks at once')
  if (received.filter((one) => one === 'replayed').length !== 1) world.fail('one callback was heard twice')
  await world.watchdog.inspect(undefined)
}

/** Through the real route with a real signature; then once more, and once forged. */
async function deliverCallback(world: World, { update, name }: Callback): Promise<void> {
  const { services, coverage } = world
  const post = async (notice: InjectOptions) => (await services.app.inject(notice)).statusCode
  const forged = await post(
    noticeOf(services, [eventOf(update)], { secret: 'another-secret-0123456789-0123456' }),
  )
  if (forged === 401) coverage.saw('callback forged: refused')
  else world.fail(`a forged callback about ${name} was answered ${forged}`)
  const notice = noticeOf(services, [eventOf(update)])
  const first = await post(notice)
  if (first !== 204) world.fail(`a signed callback about ${name} was answered ${first}`)
  const second = await post(notice)
  if (second === 401) coverage.saw('callback replayed: refused')
  else world.fail(`a replayed callback about ${name} was answered ${second}`)
  await world.watchdog.inspect(undefined)
}
