/** `npm test`: everything there is to check, ending with one line of counts; `--only rules|server|faults|e2e|check` runs a part. */
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { ensurePoppler } from './ensure-poppler.ts'
import { type Counts, runStep, runSteps, sayCounts, stopOnSignals, sum } from './run-step.ts'
import { checkSteps, faultsStep, hasJourneys, journeysStep, vitestStep } from './steps.ts'

const parts = ['rules', 'server', 'faults', 'e2e', 'check'] as const
type Part = (typeof parts)[number]

stopOnSignals()
const began = performance.now()
const only = readOnly(process.argv.slice(2))
const results: Counts[] = []

const browser = wants('e2e') && hasJourneys() ? found(ensureChromium) : undefined
const pdfs = wants('server') || wants('e2e') ? found(ensurePoppler) : undefined
if (wants('check')) results.push(...(await runSteps(checkSteps(), 2)))
if (only === 'rules') results.push(await runStep(vitestStep('rules')))
if (wants('server')) results.push(await runStep(vitestStep('server')))
if (wants('faults')) results.push(await runStep(faultsStep))
if (browser?.it) results.push(await runStep(journeysStep(browser.it)))
for (const [what, problem] of [
  ['browser tests', browser?.problem],
  ['tests of PDFs', pdfs?.problem],
]) {
  if (problem === undefined) continue
  console.error(`  ✗ ${what}\n\n${problem}\n`)
  results.push({ passed: 0, failed: 1, skipped: 0 })
}

const total = sum(results)
console.log(`\nTested in ${Math.round((performance.now() - began) / 1000)} s.`)
console.log(sayCounts(total))
process.exit(total.failed > 0 ? 1 : 0)

function wants(part: Part): boolean {
  return only === undefined || only === part
}

function readOnly(args: string[]): Part | undefined {
  if (args.length === 0) return undefined
  const part = args[0] === '--only' ? parts.find((name) => name === args[1]) : undefined
  if (part && args.length === 2) return part
  console.error(`Usage: npm test [-- --only ${parts.join('|')}]`)
  process.exit(2)
}

/** Looked for first, since installing it needs the person's attention; its absence fails the run but stops no other step. */
function found<T>(ensure: () => T): { it?: T; problem?: string } {
  try {
    return { it: ensure() }
  } catch (problem) {
    if (problem instanceof StartProblem) return { problem: reasonOf(problem) }
    throw problem
  }
}
