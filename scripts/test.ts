/** `npm test`: everything there is to check, stage by stage; `npm test -- <path or name>` runs the test files or fault cases of that name. */
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { drawnSeeds } from '@paywages/server/testing/simulation/drawn-seeds.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { ensureLibreOffice } from './ensure-libre-office.ts'
import { ensurePoppler } from './ensure-poppler.ts'
import { findNamedTests } from './named-tests.ts'
import { packPrograms } from './pack-programs.ts'
import { runStep, runSteps, stopOnSignals } from './run-step.ts'
import { checkSteps, clusterStep, faultsStep, journeysStep, seedStep, vitestStep } from './steps.ts'
import { type Counts, formatCounts, formatSlowest, NONE, sum } from './test-reports.ts'

type Stage = { readonly name: string; readonly run: () => Promise<Counts[]> }

stopOnSignals()
const names = process.argv.slice(2)
const stages = names.length === 0 ? allStages() : namedStages(names)
const times: string[] = []
const results: Counts[] = []
const began = performance.now()
for (const { name, run } of stages) {
  const from = performance.now()
  results.push(...(await run()))
  times.push(`${name} ${secondsSince(from)} s`)
}
const total = sum(results)
if (names.length === 0) {
  const { from, count } = drawnSeeds()
  console.log(`\nThe slowest test files:\n${formatSlowest(total)}`)
  console.log(`\nSeeds drawn from this commit: npm run simulate -- --from=${from} --seeds=${count}`)
}
console.log(`\nTested in ${secondsSince(began)} s: ${times.join(', ')}.`)
console.log(formatCounts(total))
process.exit(total.failed > 0 ? 1 : 0)

function allStages(): Stage[] {
  // Looked for first, since installing them may need the person's attention.
  const browser = found('browser tests', ensureChromium)
  const pdfs = found('tests of PDFs', ensurePoppler)
  ensureLibreOffice()
  const demo = seedStep()
  return [
    { name: 'checks', run: () => runSteps(checkSteps(), 2) },
    // Fault cases mostly wait, for leases to run out and processes to start, so they run beside the others.
    {
      name: 'server tests and faults',
      run: async () => {
        // For this stage and the next: they start the product's programs some five hundred times.
        process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${await packPrograms()}`.trim()
        return runSteps([vitestStep('server'), faultsStep(), clusterStep, demo.step], 2)
      },
    },
    {
      name: 'browser tests',
      run: async () => [
        browser.it ? await runStep(journeysStep(browser.it, [], demo.folder)) : missing(browser),
      ],
    },
    { name: 'programs', run: async () => (pdfs.problem === undefined ? [] : [missing(pdfs)]) },
  ].filter(({ name }) => name !== 'programs' || pdfs.problem !== undefined)
}

/** Runs only what was named, with every step of a browser test recorded. */
function namedStages(wanted: readonly string[]): Stage[] {
  const { rules, server, journeys, faults } = findNamedTests(wanted)
  const stages: Stage[] = []
  const add = (name: string, run: () => Promise<Counts>) =>
    stages.push({ name, run: async () => [await run()] })
  if (rules.length > 0) add('unit tests', () => runStep(vitestStep('rules', rules), { shows: true }))
  if (server.length > 0) {
    const pdfs = found('tests of PDFs', ensurePoppler)
    if (pdfs.problem !== undefined) console.error(pdfs.problem)
    ensureLibreOffice()
    add('server tests', () => runStep(vitestStep('server', server), { shows: true }))
  }
  for (const fault of faults) add(fault, () => runStep(faultsStep(fault), { shows: true }))
  if (journeys.length > 0) {
    const browser = found('browser tests', ensureChromium)
    ensureLibreOffice()
    const { it } = browser
    add('browser tests', async () =>
      it ? runStep(journeysStep(it, journeys), { shows: true }) : missing(browser),
    )
  }
  if (stages.length > 0) return stages
  console.error(
    `No test file, test title or fault case has ${wanted.map((word) => `"${word}"`).join(' or ')} in it.`,
  )
  process.exit(2)
}

type Found<T> = { readonly what: string; readonly it?: T; readonly problem?: string }

/** A missing program fails the run but stops no other step. */
function found<T>(what: string, ensure: () => T): Found<T> {
  try {
    return { what, it: ensure() }
  } catch (problem) {
    if (problem instanceof StartProblem) return { what, problem: reasonOf(problem) }
    throw problem
  }
}

function missing({ what, problem }: Found<unknown>): Counts {
  console.error(`  ✗ ${what}\n\n${problem}\n`)
  return { ...NONE, failed: 1, failures: [what] }
}

function secondsSince(from: number): number {
  return Math.round((performance.now() - from) / 1000)
}
