/** The reports of both test runners are counted, and their slowest files named. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPlaywright, countVitest, formatCounts, formatSlowest, sum } from './test-reports.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-reports-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function written(report: object): Promise<string> {
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return path
}

const VITEST = {
  testResults: [
    {
      name: resolve('server/quick.test.ts'),
      status: 'passed',
      startTime: 1000,
      endTime: 1200,
      assertionResults: [
        { status: 'passed', fullName: 'counts' },
        { status: 'pending', fullName: 'waits' },
      ],
    },
    {
      name: resolve('server/broken.test.ts'),
      status: 'failed',
      startTime: 1000,
      endTime: 1000,
      assertionResults: [],
    },
  ],
}

const spec = (title: string, ok: boolean, duration: number) => ({
  title,
  ok,
  tests: [{ results: [{ duration }] }],
})
const PLAYWRIGHT = {
  stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 0 },
  errors: [],
  suites: [
    {
      title: 'login.spec.ts',
      specs: [spec('logs in', true, 4_000)],
      suites: [{ title: 'brand 2', specs: [spec('logs in', true, 2_500), spec('leaves', false, 1_000)] }],
    },
  ],
}

test('a file of server tests that could not be loaded counts as failed', async () => {
  const counts = await countVitest(await written(VITEST))
  expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 1, failures: ['server/broken.test.ts'] })
})

test('browser tests are named with their group, and their times add up by file', async () => {
  const counts = await countPlaywright(await written(PLAYWRIGHT))
  expect(counts).toMatchObject({ passed: 2, failed: 1, failures: ['brand 2 › leaves'] })
  expect(counts.files).toEqual([{ file: 'e2e/login.spec.ts', ms: 7_500 }])
})

test('the last lines name what failed, and the slowest files of all stages first', async () => {
  const total = sum([
    await countVitest(await written(VITEST)),
    await countPlaywright(await written(PLAYWRIGHT)),
  ])
  expect(formatCounts(total)).toBe(
    '3 passed, 2 failed, 1 skipped\n  ✗ server/broken.test.ts\n  ✗ brand 2 › leaves',
  )
  expect(formatSlowest(total, 2)).toBe('     7.5 s  e2e/login.spec.ts\n     0.2 s  server/quick.test.ts')
})

test('what was wrong stands under the name of the test, without colours and bounded', async () => {
  const message = `\u001b[31mExpected\u001b[39m: 1\n\n${Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n')}`
  const [file] = VITEST.testResults
  const failed = { status: 'failed', fullName: 'counts', failureMessages: [message] }
  const ofServer = await countVitest(
    await written({ testResults: [{ ...file, status: 'failed', assertionResults: [failed] }] }),
  )
  const leaves = {
    title: 'leaves',
    ok: false,
    tests: [{ results: [{ duration: 1, errors: [{ message }] }] }],
  }
  const ofBrowser = await countPlaywright(
    await written({ ...PLAYWRIGHT, suites: [{ title: 'login.spec.ts', specs: [leaves] }] }),
  )
  const reason = ['Expected: 1', ...Array.from({ length: 7 }, (_, line) => `line ${line}`)]
  const indented = reason.map((line) => `\n      ${line}`).join('')
  expect(ofServer.failures).toEqual([`server/quick.test.ts › counts${indented}`])
  expect(ofBrowser.failures).toEqual([`login.spec.ts › leaves${indented}`])
})
