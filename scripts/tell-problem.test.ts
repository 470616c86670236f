// A command that fails says one sentence: no stack, and nothing of what the database tells of a row.

import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { expect, it } from 'vitest'
import { problemText } from './tell-problem.ts'

it('says one sentence without a stack or a value', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint "phones_once"'), {
    code: '23505',
    detail: 'Key (phone)=(13800000000) already exists.',
  })
  expect(problemText(refused, {})).toBe(
    'The command failed: 23505, duplicate key value violates unique constraint "phones_once". With LOG_LEVEL=debug it says where.',
  )
  expect(problemText(refused, { LOG_LEVEL: 'debug' })).toContain('tell-problem.test.ts')
  expect(problemText(new StartProblem('The key is too short.'), {})).toBe('The key is too short.')
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  expect(problemText(denied, {})).toContain('failed: EACCES: permission denied.')
  for (const told of ['lost', new Error('lost.')])
    expect(problemText(told, {})).toBe('The command failed: lost. With LOG_LEVEL=debug it says where.')
})
