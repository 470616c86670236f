// Checks that pass, fail, hang and recover: how often they run, how long is waited, and what is logged.

import { expect, it } from 'vitest'
import { openLog } from '../adapters/log/logger.ts'
import { type Check, watchChecks } from './watched-checks.ts'

const lines: string[] = []
const log = openLog('info', { write: (line) => void lines.push(line) })
const check = (name: string, required: boolean, run: () => Promise<void>): Check => ({ name, required, run })
const fails = async () => {
  throw new Error('it is away')
}
const passes = async () => undefined

it.each([
  [true, passes, { ready: true, checks: { a: true }, reasons: {} }],
  [true, fails, { ready: false, checks: { a: false }, reasons: { a: 'it is away' } }],
  [false, fails, { ready: true, checks: { a: false }, reasons: { a: 'it is away' } }],
])(
  'tells of a check (required: %s) whether it passes and whether the process is ready',
  async (required, run, told) => {
    expect(await watchChecks([check('a', required, run)], log)()).toEqual(told)
  },
)

it('runs a check once for all who ask within a moment', async () => {
  let runs = 0
  const countRun = async () => {
    runs += 1
  }
  const report = watchChecks([check('a', true, countRun)], log, {
    keepMs: 60_000,
    limitMs: 1_000,
  })
  await Promise.all([report(), report()])
  await report()
  expect(runs).toBe(1)
})

it('does not wait for a check that hangs, starts no second one, and believes it when it ends', async () => {
  let runs = 0
  let end = () => {}
  const hangs = () => {
    runs += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  const report = watchChecks([check('a', true, hangs), check('b', true, passes)], log, {
    keepMs: 0,
    limitMs: 20,
  })
  const late = { ready: false, checks: { a: false, b: true }, reasons: { a: 'it gave no answer in time' } }
  expect([await report(), await report(), runs]).toEqual([late, late, 1])
  const again = report()
  end()
  expect((await again).ready).toBe(true)
})

it('logs a change once, with its reason', async () => {
  lines.length = 0
  let run: () => Promise<void> = passes
  const report = watchChecks([check('a', false, () => run())], log, { keepMs: 0, limitMs: 1_000 })
  for (const next of [passes, fails, fails, passes, passes]) {
    run = next
    await report()
  }
  const logged = lines.map((line) => JSON.parse(line)).map(({ check, reason, msg }) => [check, reason, msg])
  expect(logged).toEqual([
    ['a', 'it is away', 'a check fails'],
    ['a', undefined, 'a check passes again'],
  ])
})
