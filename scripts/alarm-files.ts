/** Writes the alarms as people and their tools read them: a table, rules for Prometheus, a board for Grafana. */
import { ALARMS, type Alarm } from './alarm-list.ts'

export const RULES_FILE = 'deploy/prometheus/paywages-alerts.yaml'
export const BOARD_FILE = 'deploy/grafana/paywages.json'
export const TABLE_FILE = 'docs/OPERATIONS.md'

const WRITTEN = 'Written by npm run alarms from scripts/alarm-list.ts; changes here are lost.'

export function alarmRules(): string {
  const rule = ({ name, when, forMinutes, severity, means, act }: Alarm) =>
    [
      `      - alert: Paywages${name}`,
      `        expr: ${JSON.stringify(when)}`,
      `        for: ${forMinutes}m`,
      `        labels: { severity: ${severity} }`,
      '        annotations:',
      `          summary: ${JSON.stringify(means)}`,
      `          description: ${JSON.stringify(act)}`,
    ].join('\n')
  return `# ${WRITTEN}\ngroups:\n  - name: paywages\n    rules:\n${ALARMS.map(rule).join('\n')}\n`
}

const PANELS: readonly (readonly [title: string, query: string, legend: string])[] = [
  ['Calls a second', 'sum by (code) (rate(paywages_call_seconds_count[5m]))', '{{code}}'],
  [
    'Slowest calls, p95',
    'topk(8, histogram_quantile(0.95, sum by (le, call) (rate(paywages_call_seconds_bucket[5m]))))',
    '{{call}}',
  ],
  ['Refusals a second', 'sum by (code) (rate(paywages_refusals_total[5m]))', '{{code}}'],
  ['Open transfers', 'max by (state) (paywages_transfers_open)', '{{state}}'],
  ['Oldest doubt', 'max(paywages_transfer_oldest_doubt_seconds)', 'seconds'],
  ['Bank silences a second', 'sum by (silence) (rate(paywages_bank_silences_total[5m]))', '{{silence}}'],
  ['Broken invariants', 'max by (invariant) (paywages_invariants_broken)', '{{invariant}}'],
  ['Age of backup, WAL, drill', 'min by (kind) (paywages_recovery_age_seconds)', '{{kind}}'],
  [
    'Database connections',
    'sum by (instance, state) (paywages_database_connections)',
    '{{instance}} {{state}}',
  ],
  ['Failing checks', 'max by (instance, check) (paywages_check_failing)', '{{instance}} {{check}}'],
  ['Database size', 'max(paywages_database_bytes)', 'bytes'],
  [
    'Background jobs a second',
    'sum by (job, result) (rate(paywages_job_runs_total[15m]))',
    '{{job}} {{result}}',
  ],
]

export function alarmBoard(): string {
  const panel = (title: string, expr: string, legendFormat: string, index: number) => ({
    id: index + 1,
    type: 'timeseries',
    title,
    gridPos: { x: (index % 3) * 8, y: Math.floor(index / 3) * 8, w: 8, h: 8 },
    targets: [{ refId: 'A', expr, legendFormat }],
  })
  // One line for all alarms: what is on, by the very expressions of the rules.
  const on = ALARMS.map(({ name, when }, index) => ({
    refId: `A${index}`,
    expr: `count(${when}) or vector(0)`,
    legendFormat: name,
  }))
  const panels = [
    ...PANELS.map(([title, expr, legend], index) => panel(title, expr, legend, index)),
    { ...panel('Alarms that are on', '', '', PANELS.length), targets: on },
  ]
  const board = {
    title: 'Paywages',
    uid: 'paywages',
    description: WRITTEN,
    schemaVersion: 39,
    refresh: '30s',
    panels,
  }
  return `${JSON.stringify(board, null, 2)}\n`
}

const HEAD = '| alarm | means | do |\n|---|---|---|\n'

/** The page with the table in the place of the one that stands there. */
export function withAlarmTable(page: string): string {
  const rows = ALARMS.map(({ shown, means, act }) => `| ${shown} | ${means} | ${act} |\n`).join('')
  const from = page.indexOf(HEAD)
  if (from < 0) throw new Error('the page has no table of alarms')
  const behind = page.indexOf('\n\n', from)
  return `${page.slice(0, from)}${HEAD}${rows}${page.slice(behind + 1)}`
}
