/** Rules, board and table say what scripts/alarm-list.ts says, about metrics that exist. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMetrics } from '@paywages/server/adapters/metrics/metrics.ts'
import { expect, it } from 'vitest'
import { alarmBoard, alarmRules, BOARD_FILE, RULES_FILE, TABLE_FILE, withAlarmTable } from './alarm-files.ts'
import { ALARMS } from './alarm-list.ts'
import { hasYaml, yaml } from './yaml-parser.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

it.each([
  [RULES_FILE, alarmRules()],
  [BOARD_FILE, alarmBoard()],
  [TABLE_FILE, withAlarmTable(read(TABLE_FILE))],
])('%s is as npm run alarms writes it', (path, wanted) => {
  expect(read(path)).toBe(wanted)
})

it.runIf(hasYaml)('the rules are YAML, one for each alarm', () => {
  const { groups } = yaml().parse(read(RULES_FILE))
  expect(groups[0].rules.map(({ alert, expr }: { alert: string; expr: string }) => [alert, expr])).toEqual(
    ALARMS.map(({ name, when }) => [`Paywages${name}`, when]),
  )
})

it('no alarm and no panel asks for a metric that is not there', async () => {
  const metrics = openMetrics()
  const known = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name))
  metrics.registry.clear()
  const asked = [...`${alarmRules()}${alarmBoard()}`.matchAll(/\bpaywages_\w+/g)].map(([name]) =>
    name.replace(/_(count|bucket)$/, ''),
  )
  expect(asked.length).toBeGreaterThan(30)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})

it('what alarms on a rise stands at 0 before, as the first value of a series is no rise', async () => {
  const { registry } = openMetrics()
  const rises = ALARMS.flatMap(({ when }) => [
    ...when.matchAll(/increase\((\w+_total)(?:\{alarm="(.*?)"\})?/g),
  ])
  expect(rises.length).toBeGreaterThan(4)
  for (const [, name = '', alarm] of rises) {
    const values = (await registry.getSingleMetric(name)?.get())?.values ?? []
    expect(values.filter(({ value }) => value !== 0)).toEqual([])
    const alarms = values.map(({ labels }) => labels.alarm)
    if (alarm === undefined) expect(values, name).not.toEqual([])
    else expect(alarms).toContain(alarm)
  }
})

it('a process tells no figure that it never looked up: the smallest of all would be its 0', async () => {
  const told = await openMetrics().registry.metrics()
  const smallest = ALARMS.flatMap(({ when }) => [...when.matchAll(/\bmin(?: by \(\w+\) )?\((\w+)/g)])
  expect(smallest.length).toBeGreaterThan(4)
  for (const [, name] of smallest) expect(told).not.toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

it('a line of the log that the page for operators names is one that is written', () => {
  const named = [...read(TABLE_FILE).matchAll(/\blines? `([^`]+)`(?: and `([^`]+)`)?/g)]
    .flatMap(([, ...lines]) => lines)
    .filter((line) => line !== undefined && !line.startsWith('--'))
  expect(named.length).toBeGreaterThan(6)
  const root = join(import.meta.dirname, '..')
  const files = globSync(['server/**/*.ts', 'scripts/*.ts'], { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && !path.endsWith('alarm-list.ts'),
  )
  const sources = files.map(read).join('\n')
  expect(named.filter((line) => !sources.includes(line ?? ''))).toEqual([])
})
