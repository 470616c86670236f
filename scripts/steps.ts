/** The steps of `npm run check` and `npm test`: what each one runs. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countPlaywright, countVitest, type Step } from './run-step.ts'

const colours = process.stdout.isTTY === true
const colourEnvironment = colours ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Slowest first, so that no lane is left with the long one at the end. */
export function checkSteps(): Step[] {
  return [...typeSteps(), vitestStep('rules'), lintStep, wallsStep]
}

function typeSteps(): Step[] {
  return ['web', 'server', 'wire', 'domain', 'sandbox-bank', 'e2e', '.'].map((room) => ({
    name: room === '.' ? 'types scripts' : `types ${room}`,
    program: 'tsc',
    args: ['--noEmit', '--pretty', String(colours), '--project', room],
  }))
}

const lintStep: Step = {
  name: 'lint',
  program: 'biome',
  args: ['check', `--colors=${colours ? 'force' : 'off'}`, '.'],
}
const wallsStep: Step = { name: 'walls', program: 'node', args: ['scripts/check-walls.ts'] }

export function vitestStep(project: 'rules' | 'server'): Step {
  const report = join(reportFolder(), `${project}.json`)
  return {
    name: project === 'rules' ? 'unit tests' : 'server tests',
    program: 'vitest',
    args: [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env: colourEnvironment,
    count: () => countVitest(report),
  }
}

const playwrightConfig = 'e2e/playwright.config.ts'

/** Real processes killed, stopped and lied to; it prints its own table. */
export const faultsStep: Step = { name: 'fault matrix', program: 'node', args: ['scripts/faults.ts'] }

export function hasJourneys(): boolean {
  return existsSync(playwrightConfig)
}

export function journeysStep(chromium: string): Step {
  const report = join(reportFolder(), 'e2e.json')
  return {
    name: 'browser tests',
    program: 'playwright',
    args: ['test', '--config', playwrightConfig, '--reporter=line,json'],
    env: { ...colourEnvironment, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: () => countPlaywright(report),
  }
}

function reportFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paywages-report-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
