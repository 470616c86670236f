// The people who say which payout a result's ambiguous line means: they ask the bank, mistake lines now and then, and try what is refused.

import type { LineChoice } from '@paywages/domain/bank-files/assign-lines.ts'
import type { Services } from '../../app-services.ts'
import { type Assignment, assignResultLines, linesOfResult } from '../../bank-files/assign-lines.ts'
import { decide, type FileAtHand } from './bank-files.ts'
import { refusalOf } from './living.ts'
import type { World } from './world.ts'

type Lines = Awaited<ReturnType<typeof linesOfResult>>['lines']

const MOVED_ON = ['bank-file-state', 'bank-result-lines-changed'] as const

/** One sitting of a payer; afterwards some lines may still be undecided. */
export async function assignSome(world: World, services: Services, file: FileAtHand): Promise<void> {
  const { random, coverage } = world
  const early = await refusalOf(
    decide(world, services, file, true),
    ...['bank-result-undecided', 'bank-file-state', 'bank-result-changed'],
  )
  if (early === undefined) world.fail('a result was confirmed with a line that nobody had decided')
  if (early === 'bank-result-undecided') coverage.saw('undecided result confirmed: refused')
  const { lines, taken } = await undecidedLines(world, file)
  if (lines.length === 0) return
  if (random.chance(0.5)) await tryWrongly(world, services, file, lines)
  const right = lines.map((line) => truly(world, file, line, taken))
  const sitting = random.chance(0.3) ? right.slice(0, 1) : right
  const choices = random.chance(0.2) ? mistaken(lines, sitting, taken) : sitting
  // Noted before it is done: who is killed in between has done it perhaps.
  if (choices !== sitting) world.misassigned.add(file.resultId ?? 0)
  const refusal = await refusalOf(assign(world, services, file, { choices }), ...MOVED_ON)
  if (refusal === undefined) noteChoices(world, choices)
}

/** All that is left, as the bank says it is. */
export async function assignRest(world: World, file: FileAtHand): Promise<void> {
  const { lines, taken } = await undecidedLines(world, file)
  if (lines.length === 0) return
  const choices = lines.map((line) => truly(world, file, line, taken))
  await assign(world, world.open, file, { choices })
  noteChoices(world, choices)
}

function noteChoices({ coverage }: World, choices: readonly LineChoice[]): void {
  const assigned = choices.filter(({ position }) => position !== null).length
  coverage.saw('line assigned by a person', assigned)
  coverage.saw('line left in doubt', choices.length - assigned)
}

async function undecidedLines(
  world: World,
  { id, resultId, providerId }: FileAtHand,
): Promise<{ readonly lines: Lines; readonly taken: ReadonlySet<number | null> }> {
  const { open } = world
  const by = world.by(world.providerOf({ providerId }).pay)
  const about = { bankFileId: id, resultId: resultId ?? 0 }
  const { lines } = await open.database.read((tx) => linesOfResult(tx, open, by, about))
  return {
    lines: lines.filter(({ assignerName }) => assignerName === null),
    taken: new Set(lines.map(({ position }) => position)),
  }
}

function assign(
  world: World,
  services: Services,
  { id, resultId, revision, providerId }: FileAtHand,
  over: Pick<Assignment, 'choices'> & Partial<Assignment>,
  role: 'pay' | 'check' = 'pay',
): Promise<void> {
  const asked = { bankFileId: id, resultId: resultId ?? 0, revision, ...over }
  return assignResultLines(services, world.by(world.providerOf({ providerId })[role]), asked)
}

/** By the bank's own number; now and then nobody finds out, or somebody mistook another line for this row's. */
function truly(
  { random, counter }: World,
  { id }: FileAtHand,
  { line, serial }: Lines[number],
  taken: ReadonlySet<number | null>,
): LineChoice {
  const place = random.chance(0.15) ? undefined : counter.placeOf(id, serial)
  return { line, position: place === undefined || taken.has(place) ? null : place }
}

/** The first line is taken for another of its candidates, and whoever had that for nobody's. */
function mistaken(
  lines: Lines,
  choices: readonly LineChoice[],
  taken: ReadonlySet<number | null>,
): readonly LineChoice[] {
  const [first] = choices
  const other = lines
    .find(({ line }) => line === first?.line)
    ?.candidates.find(({ position }) => position !== first?.position && !taken.has(position))
  if (first === undefined || other === undefined) return choices
  const rest = choices
    .slice(1)
    .map((one) => (one.position === other.position ? { ...one, position: null } : one))
  return [{ ...first, position: other.position }, ...rest]
}

/** What no payer may do, and what nobody may. */
async function tryWrongly(world: World, services: Services, file: FileAtHand, lines: Lines): Promise<void> {
  const [one, two] = lines
  if (one === undefined) return
  const [position = 0] = one.candidates.map((candidate) => candidate.position)
  const good = [{ line: one.line, position }]
  const second =
    two &&
    lines.find(({ line, candidates }) => line !== one.line && candidates.some((c) => c.position === position))
  const [what, work, code] = world.random.pick([
    [
      'a row that is no candidate',
      () => assign(world, services, file, { choices: [{ line: one.line, position: 1_000 }] }),
      'result-not-candidate',
    ],
    [
      'a line that is not ambiguous',
      () => assign(world, services, file, { choices: [{ line: 1_000, position }] }),
      'result-line-unknown',
    ],
    [
      'as it stood later',
      () => assign(world, services, file, { choices: good, revision: file.revision + 1 }),
      'bank-result-lines-changed',
    ],
    ['by a reviewer', () => assign(world, services, file, { choices: good }, 'check'), 'not-allowed'],
    ...(second
      ? [
          [
            'one row twice',
            () => assign(world, services, file, { choices: [...good, { line: second.line, position }] }),
            'result-candidate-taken',
          ] as const,
        ]
      : []),
  ] as const)
  const refusal = await refusalOf(work(), code, ...MOVED_ON)
  if (refusal === undefined) world.fail(`a line was assigned: ${what}`)
  if (refusal === code) world.coverage.saw('wrong assignment: refused')
}
