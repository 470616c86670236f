/** `npm run archive-audit -- "YOUR NAME"`: old months of the audit log into the file store (ADR 153); `--dry-run` tells what would go, `--older-than=24` how old it must be. */
import { FIRST_PART, isPart, MIN_MONTHS, USUAL_MONTHS } from '@paywages/domain/audit-log/archived-part.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { archivePart, type PartState, stateOfPart } from '@paywages/server/audit-log/archive-part.ts'
import { partsOf } from '@paywages/server/audit-log/part-store.ts'
import { commandWords, usageOf } from './command-line.ts'
import { withOwner } from './with-owner.ts'

const FORM = {
  usage:
    'archive-audit -- "YOUR NAME" [--older-than=MONTHS], or archive-audit -- --dry-run [--older-than=MONTHS]',
  flags: ['dry-run'],
  options: ['older-than'],
  words: 1,
}
const given = commandWords(FORM)

const SAYS: Readonly<Record<PartState['verdict'], string>> = {
  due: 'is due',
  archived: 'is archived already',
  empty: 'has no entries',
  'not-over': 'still takes entries',
  unsealed: 'has entries that are not sealed: let a worker run',
  'too-young': 'is too young',
  'not-anchored': 'has seals that were not published yet: let a worker run',
}

const STEPS = {
  written: 'its file is written',
  proved: 'its file was read back and proves its entries',
  prepared: 'what stays is ready',
  exchanged: 'it is archived',
} as const

await withOwner(async (services, owner) => {
  const dryRun = given.flags.has('dry-run')
  const [by] = given.words
  const months = Number(given.options.get('older-than') ?? USUAL_MONTHS)
  if (!Number.isInteger(months) || months < MIN_MONTHS)
    throw new StartProblem(`--older-than= is a number of months, ${MIN_MONTHS} at least.`)
  if (!by && !dryRun) throw new StartProblem(usageOf(FORM))
  const parts = await services.database.query((tx) => partsOf(tx))
  for (const part of parts.filter(isPart)) {
    const task = {
      services,
      owner,
      by: by ?? '',
      told: (step: keyof typeof STEPS) => console.log(`  ${STEPS[step]}`),
    }
    const state = await stateOfPart(task, part, months)
    console.log(`${part === FIRST_PART ? 'before months' : part}: ${wordsOf(state)}`)
    if (state.verdict === 'due' && !dryRun) await archivePart(task, part, months)
  }
})

function wordsOf({ entries, firstAt, lastAt, verdict }: PartState): string {
  const days = firstAt && lastAt ? `, ${shanghaiDay(firstAt)} to ${shanghaiDay(lastAt)}` : ''
  return `${entries} entries${days}, ${SAYS[verdict]}`
}
