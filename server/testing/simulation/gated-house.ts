// The house as one task of the storm sees it: every transaction and every call to the bank passes a gate, where it may break.

import { type BankPort, BankSilent } from '../../adapters/bank/bank-port.ts'
import type { Database, Tx } from '../../adapters/postgres/database.ts'
import type { House } from '../../house.ts'
import type { Task } from './scheduler.ts'
import type { World } from './world.ts'

export function gatedHouse(world: World, task: Task): House {
  return { ...world.house, database: gatedDatabase(world, task), bank: gatedBank(world, task) }
}

function gatedDatabase(world: World, task: Task): Database {
  const { scheduler, house, watchdog } = world
  return {
    ...house.database,
    transact: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      await scheduler.pass(task, 'begin')
      const result = await house.database.transact(async (tx) => {
        const done = await work(tx)
        scheduler.strike(task, 'commit')
        return done
      })
      await watchdog.look(task)
      await task.afterCommit?.()
      await scheduler.pass(task, 'committed')
      return result
    },
    read: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      await scheduler.pass(task, 'begin')
      return house.database.read(work)
    },
  }
}

function gatedBank(world: World, task: Task): BankPort {
  const { bank, watchdog, journal, coverage } = world
  const called = async <T>(what: string, call: () => Promise<T>, before?: () => void): Promise<T> => {
    await world.scheduler.pass(task, 'bank-call')
    before?.()
    const answer = await call().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const silence =
      'error' in answer && answer.error instanceof BankSilent ? ` → ${answer.error.silence}` : ''
    journal.note(task.name, what + silence)
    await world.scheduler.pass(task, 'bank-answer')
    if ('error' in answer) throw answer.error
    return answer.value
  }
  const names = (references: readonly string[]) =>
    references
      .map((reference) => bank.nameOf(reference))
      .sort()
      .join(' ')
  return {
    readNotice: bank.readNotice,
    submit: async (orders) => {
      task.submits += 1
      watchdog.submits(task, orders)
      const references = orders.map(({ reference }) => reference)
      const news = await called(
        `submits ${names(references)}`,
        () => bank.submit(orders),
        () => {
          if (watchdog.isPastLease(orders)) coverage.saw('sent by a worker that slept past its lease')
        },
      ).catch((error: unknown) => {
        watchdog.wasUnanswered(task, references)
        throw error
      })
      const answered = new Set(news.map(({ reference }) => reference))
      if (news.length === 0)
        watchdog.wasUnanswered(
          task,
          references.filter((reference) => !answered.has(reference)),
        )
      return news
    },
    query: async (references) => {
      const news = await called(`asks about ${names(references)}`, () => bank.query(references)).catch(
        (error: unknown) => {
          watchdog.hears(task, references, [])
          throw error
        },
      )
      watchdog.hears(task, references, news)
      return news
    },
    statement: (day, after) => called(`reads the statement of ${day}`, () => bank.statement(day, after)),
  }
}
