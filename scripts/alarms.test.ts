/** Rules, board and table say what scripts/alarm-list.ts says, about metrics that exist. */
import { readFileSync } from 'node:fs'
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
