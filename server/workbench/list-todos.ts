// What waits for a person, from all sources: how much, and the most urgent of it.

import { byUrgency } from '@paywages/domain/workbench/todo.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { TodoServices } from './todo-source.ts'
import { TODO_SOURCES } from './todo-sources.ts'

const MAX_TODOS = 20

export async function listTodos(
  tx: Tx,
  by: Actor,
  services: TodoServices,
): Promise<{ count: number; todos: Todo[] }> {
  // All at once: together they take one round trip to the database, or two.
  const found = await Promise.all(TODO_SOURCES.map((source) => source(tx, by, MAX_TODOS, services)))
  const count = found.reduce((sum, one) => sum + one.count, 0)
  const todos = found.flatMap((one) => one.todos)
  return { count, todos: todos.sort(byUrgency).slice(0, MAX_TODOS) }
}
