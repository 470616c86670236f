/** The steps of `npm run check` and `npm test`: what each one runs. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder } from './memory-folder.ts'
import type { Step } from './run-step.ts'
import { countPlaywright, countVitest } from './test-reports.ts'

const colours = process.stdout.isTTY === true
const colourEnvironment = colours ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Slowest first, so that no lane is left with the long one at the end. */
export function checkSteps(): Step[] {
  return [typeStep('node'), vitestStep('rules'), typeStep('web'), typeStep('e2e'), lintStep, ...CHECKS]
}

const TYPE_PROJECTS = { node: '.', web: 'web', e2e: 'e2e' }

/** Two programs read `domain` and `wire` whole, one without Node's types and one without the browser's: what passes both uses neither. */
function typeStep(name: keyof typeof TYPE_PROJECTS): Step {
  // What was checked is kept beside the packages and goes with them: the next check looks at what a change reaches.
  const kept = [
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/paywages/types-${name}.tsbuildinfo`,
  ]
  const args = ['--noEmit', '--pretty', String(colours), '--project', TYPE_PROJECTS[name], ...kept]
  return { name: `types ${name}`, program: 'tsc', args }
}

const lintStep: Step = {
  name: 'lint',
  program: 'biome',
  args: ['check', `--colors=${colours ? 'force' : 'off'}`, '.'],
}
/** Each of them reads the sources as text. */
const CHECKS: readonly Step[] = [
  { name: 'import walls', program: 'node', args: ['scripts/check-walls.ts'] },
  { name: 'SQL walls', program: 'node', args: ['scripts/check-sql-walls.ts'] },
  { name: 'migrations', program: 'node', args: ['scripts/check-migrations.ts'] },
  { name: 'citations', program: 'node', args: ['scripts/check-citations.ts'] },
]

/** All test files of a project, or those named. */
export function vitestStep(project: 'rules' | 'server', files: readonly string[] = []): Step {
  const report = join(reportFolder(), `${project}.json`)
  return {
    name: project === 'rules' ? 'unit tests' : 'server tests',
    program: 'vitest',
    args: [
      'run',
      ...files,
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env: { ...colourEnvironment, ...(project === 'server' ? memoryFolder() : {}) },
    count: () => countVitest(report),
  }
}

const playwrightConfig = 'e2e/playwright.config.ts'

/** Real processes killed, stopped and lied to; it prints its own table. Rolls of releases are made by `npm run faults`, or where one is named. */
export function faultsStep(named?: string): Step {
  const args = ['scripts/faults.ts', named === undefined ? '--without-rolls' : `--only=${named}`]
  return { name: 'fault matrix', program: 'node', args }
}

/** The failover alone; `npm run cluster-faults` makes every fault to the cluster. */
export const clusterStep: Step = {
  name: 'cluster',
  program: 'node',
  args: ['scripts/cluster-faults.ts', '--only=primary killed'],
}

/** Makes the demo that the browser tests copy: one process after another, so it runs beside steps that use every core. */
export function seedStep(): { readonly step: Step; readonly folder: string } {
  const memory = memoryFolder()
  const folder = mkdtempSync(join(memory.TMPDIR ?? tmpdir(), 'paywages-e2e-'))
  // As root the database runs as another user, who must be able to reach it.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const step = { name: 'demo', program: 'node', args: ['e2e/seed-folder.ts', folder], env: memory }
  return { step, folder }
}

/** All browser tests, on a demo that is seeded already; or those of the named files, with every step recorded. */
export function journeysStep(chromium: string, files: readonly string[] = [], seeded = ''): Step {
  const report = join(reportFolder(), 'e2e.json')
  return {
    name: 'browser tests',
    program: 'playwright',
    args: ['test', ...files, '--config', playwrightConfig, '--reporter=line,json,./e2e/pending-steps.ts'],
    env: {
      // It tells its workers by FORCE_COLOR, and every process of a product would complain of a NO_COLOR beside it.
      NO_COLOR: undefined,
      FORCE_COLOR: colours ? '1' : '0',
      ...memoryFolder(),
      CHROMIUM_PATH: chromium,
      PAYWAGES_E2E_SEEDED_FOLDER: seeded,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      E2E_TRACE: files.length > 0 ? '1' : '',
    },
    count: () => countPlaywright(report),
  }
}

function reportFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paywages-report-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
