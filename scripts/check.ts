/** `npm run check`: types, lint, walls of imports and SQL, citations and unit tests, in well under a minute. */
import { runSteps, stopOnSignals } from './run-step.ts'
import { checkSteps } from './steps.ts'
import { formatCounts, sum } from './test-reports.ts'

stopOnSignals()
const total = sum(await runSteps(checkSteps(), 2))
console.log(`\n${formatCounts(total)}`)
process.exit(total.failed > 0 ? 1 : 0)
