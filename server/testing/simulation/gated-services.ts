// The services as one task of the storm sees it: every transaction and every call to the bank passes a gate, where it may break.

import { type BankPort, BankSilent, type BankUpdate } from '../../adapters/bank/bank-port.ts'
import type { Database, Tx } from '../../adapters/postgres/database.ts'
import type { Services } from '../../app-services.ts'
import type { Task } from './scheduler.ts'
import type { World } from './world.ts'

export function gatedServices(world: World, task: Task): Services {
  const { clock } = world.services
  return {
    ...world.services,
    clock: { now: () => new Date(clock.now().getTime() + task.skewMs) },
    database: gatedDatabase(world, task),
    bank: gatedBank(world, task),
  }
}

function gatedDatabase(world: World, task: Task): Database {
  const { scheduler, services, watchdog } = world
  return {
    ...services.database,
    transact: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      await scheduler.pass(task, 'begin')
      const result = await services.database.transact(async (tx) => {
        const done = await work(tx)
        scheduler.strike(task, 'commit')
        return done
      })
      await watchdog.inspect(task)
      await task.afterCommit?.()
      await scheduler.pass(task, 'committed')
      return result
    },
    read: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      await scheduler.pass(task, 'begin')
      return services.database.read(work)
    },
  }
}

function gatedBank(world: World, task: Task): BankPort {
  const { bank, watchdog, journal, scheduler } = world
  const called = async <T>(
    what: string,
    call: () => Promise<T>,
    { stands = false, hangs = () => false }: { stands?: boolean; hangs?: (value: T) => boolean } = {},
  ): Promise<T> => {
    await scheduler.pass(task, 'bank-call', { stands })
    const answer = await call().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const silence = 'error' in answer && answer.error instanceof BankSilent ? answer.error.silence : undefined
    journal.note(task.name, silence === undefined ? what : `${what} → ${silence}`)
    // A call that is not answered takes its time.
    const slow = 'value' in answer ? hangs(answer.value) : silence !== undefined
    await scheduler.pass(task, 'bank-answer', { hangs: slow })
    if ('error' in answer) throw answer.error
    return answer.value
  }
  const namesOf = (references: readonly string[]) =>
    references
      .map((reference) => bank.nameOf(reference))
      .sort()
      .join(' ')
  return {
    readNotice: bank.readNotice,
    // Without a gate: what else happens at a seed is what it was before there was this call.
    accepted: (since) => bank.accepted(since),
    statement: (day, after) => called(`reads the statement of ${day}`, () => bank.statement(day, after)),
    submit: async (orders) => {
      const references = orders.map(({ reference }) => reference)
      watchdog.decidesToSend(task, references)
      task.submits += 1
      task.sending = references
      const stands = scheduler.rouse(task, references)
      const send = () => {
        watchdog.sends(references)
        return bank.submit(orders)
      }
      const update = await called(`sends ${namesOf(references)}`, send, { stands }).catch(
        (error: unknown) => {
          watchdog.receivedNothing(task, references)
          throw error
        },
      )
      if (update.length === 0) watchdog.receivedNothing(task, references)
      return update
    },
    query: async (references) => {
      watchdog.hears(task, references, [])
      task.asking = references
      const hangs = (update: readonly BankUpdate[]) => update.some(({ status }) => status === 'not-found')
      const update = await called(`asks about ${namesOf(references)}`, () => bank.query(references), {
        hangs,
      })
      watchdog.hears(task, references, update)
      return update
    },
  }
}
