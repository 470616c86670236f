// What a source of the to-do list is: what it is asked, what it finds, and what an entry looks like.

import type { Person } from '@paywages/domain/accounts/person.ts'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'

/** All that waits by number, and at least the most urgent of it by name. */
export type Found = { readonly count: number; readonly todos: readonly Todo[] }

export type Source = (tx: Tx, by: Actor, limit: number, services: TodoServices) => Promise<Found>

export type TodoServices = Pick<Services, 'disk' | 'settings' | 'brands'>

export const NOTHING: Found = { count: 0, todos: [] }
export const all = (todos: readonly Todo[]): Found => ({ count: todos.length, todos })

export function todo(kind: TodoKind, since: Date, more: Partial<Omit<Todo, 'kind' | 'since'>>): Todo {
  return {
    kind,
    since,
    title: '',
    providerName: '',
    amountFen: null,
    byName: '',
    count: 1,
    rowCount: 0,
    warnedCount: 0,
    reasons: [],
    runwayDays: null,
    endDay: '',
    serial: '',
    batchId: null,
    rechargeId: null,
    applicationId: null,
    providerId: null,
    rowId: null,
    noticeId: null,
    ...more,
  }
}

/** Whoever works for one company knows whose it is. */
export const named = (person: Person, providerName: string) =>
  scopeOf(person).of === 'provider' ? '' : providerName
