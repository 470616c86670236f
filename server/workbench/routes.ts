// The workbench's calls: reads only, of kept figures and of the few rows that wait.

import { figuresScopeOf } from '@paywages/domain/workbench/todo.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { newestBatches } from '../payouts/batch-list-store.ts'
import { workbenchOf } from './figures.ts'
import { listTodos } from './list-todos.ts'

const RECENT_BATCHES = 4

export function workbenchRoutes(services: Services): Pick<Handlers, 'workbench' | 'todos' | 'recentBatches'> {
  const { database } = services
  return {
    workbench: ({ by }) => database.query((tx) => workbenchOf(tx, by)),
    todos: ({ by }) => database.query((tx) => listTodos(tx, by, services)),
    recentBatches: async ({ by }) => {
      const { person } = by
      const batches = await database.query((tx) => newestBatches(tx, figuresScopeOf(person), RECENT_BATCHES))
      const rows = batches.map((batch) => {
        const { payableCount, succeededCount, failedCount, status } = batch
        const open = status === 'transferring' ? payableCount - succeededCount - failedCount : 0
        return { ...batch, processingCount: open, own: batch.providerId === person.providerId }
      })
      return { rows, count: rows.length }
    },
  }
}
