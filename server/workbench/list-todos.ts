// What waits for a person, from all sources: how much, and the most urgent of it.

import { byUrgency } from '@paywages/domain/workbench/todo.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { TODO_SOURCES, type TodoServices } from './todo-sources.ts'

const MAX_TODOS = 20

export async function listTodos(
  tx: Tx,
  by: Actor,
  services: TodoServices,
): Promise<{ count: number; todos: Todo[] }> {
  let count = 0
  const todos: Todo[] = []
  for (const source of TODO_SOURCES) {
    const found = await source(tx, by, MAX_TODOS, services)
    count += found.count
    todos.push(...found.todos)
  }
  return { count, todos: todos.sort(byUrgency).slice(0, MAX_TODOS) }
}
