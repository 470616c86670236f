// The workbench: figures, what waits for a person, and the newest batches; asked again and again, which is no activity (D9).

import { endpoint } from '../endpoint.ts'
import { shape } from '../shape.ts'
import { workbenchTexts as texts } from './messages.ts'
import { recentBatchShape, todosShape, workbenchShape } from './shapes.ts'

export const workbench = endpoint({
  method: 'GET',
  path: '/workbench',
  purpose:
    'Gives balance and runway, this month against the same days of last month, 30 days of payouts, and what waits for others.',
  right: 'console',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'data', data: workbenchShape },
  failure: texts.figuresFailed,
  passive: true,
})

export const todos = endpoint({
  method: 'GET',
  path: '/workbench/todos',
  purpose: 'Counts what waits for the caller, and lists the most urgent of it.',
  right: 'console',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'data', data: todosShape },
  failure: texts.todosFailed,
  passive: true,
})

export const recentBatches = endpoint({
  method: 'GET',
  path: '/workbench/batches',
  purpose: 'Gives the newest payout batches in scope with how far each has come.',
  right: 'console',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'list', row: recentBatchShape },
  failure: texts.recentFailed,
  passive: true,
})
