// Reads the to-do lists of all test accounts over HTTP.

import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import { expect } from 'vitest'
import { signIn } from './client.ts'
import type { AccountName } from './people.ts'
import type { TestServices } from './test-services.ts'

const CALLERS = [
  ...['admin', 'managerA', 'managerB', 'payA1', 'payA2', 'payB1'],
  ...['checkA1', 'checkA2', 'checkB1'],
] as AccountName[]

export type TodoLists = ReturnType<typeof todoLists>

export function todoLists(services: TestServices) {
  const of = async (account: string) => (await signIn(services, account)).answer('todos', {})
  return {
    of,
    only: async (account: string) => {
      const { todos } = await of(account)
      expect(todos).toHaveLength(1)
      return todos[0]
    },
    /** Who has anything to do, and what. */
    ofEveryone: async () => {
      const asked: Record<string, TodoKind[]> = {}
      for (const account of CALLERS) {
        const { count, todos } = await of(account)
        expect(count).toBe(todos.length)
        if (count > 0) asked[account] = todos.map(({ kind }) => kind)
      }
      return asked
    },
  }
}
