// The dots of a batch in each of its states.

import { BATCH_STATUSES } from '@paywages/domain/payouts/batch-status.ts'
import { expect, it } from 'vitest'
import { batchDots } from './batch-dots.ts'

it('distinguishes done, current, next and stopped steps for every batch status', () => {
  const reported = BATCH_STATUSES.map((status) =>
    [status, ...batchDots(status).map(({ state }) => state)].join(' '),
  )
  expect(reported).toEqual([
    'auditing done now next next',
    'reviewing done done now next',
    'audit-rejected done stopped next next',
    'ready done done done now',
    'review-rejected done done stopped next',
    'transferring done done done done',
  ])
})
