// The people of the storm who carry files to the bank and results back: they are interrupted, mix things up, and take files back.

import type { Services } from '../../app-services.ts'
import { settleBankFiles } from '../../bank-files/decide-result.ts'
import { askWithdrawal, decideWithdrawal, submitBankFile } from '../../bank-files/file-steps.ts'
import { makeBankFiles } from '../../bank-files/make-files.ts'
import { callPeopleForFiles } from '../../transfers/file-channel.ts'
import { assignSome } from './assigners.ts'
import { bankFiles, decide, download, type FileAtHand, MAY_BE_SUBMITTED, post } from './bank-files.ts'
import { csvOf, drawKind, type ResultFile, type Word } from './file-counter.ts'
import { live, refusalOf } from './living.ts'
import type { World } from './world.ts'

export function startCarriers(world: World): void {
  if (!world.paysByFiles) return
  for (const name of ['file worker 1', 'file worker 2'])
    live(world, name, 5, (services) => workOnFiles(world, services))
  live(world, 'carrier', 12, (services) => carry(world, services))
  live(world, 'importer', 8, (services) => bringResult(world, services))
  live(world, 'confirmer', 8, (services) => confirm(world, services))
  live(world, 'switcher', 0.3, () => switchChannel(world))
}

async function workOnFiles(world: World, services: Services): Promise<void> {
  const made = await makeBankFiles(services)
  world.coverage.saw('files made', made)
  const settled = await settleBankFiles(services)
  world.coverage.saw('settled by a result', settled)
  world.coverage.saw('file rows given to people', await callPeopleForFiles(services))
}

/** Later starts go by the other channel; what was started stays on its own. */
async function switchChannel(world: World): Promise<void> {
  await world.query(
    'update paying_accounts set is_default = not is_default where provider_id = any($1::int[])',
    [world.providers.map(({ providerId }) => providerId)],
  )
}

const STATE_CODES = ['bank-file-state', 'bank-file-withdrawing'] as const

async function carry(world: World, services: Services): Promise<void> {
  const { random, counter, coverage, journal } = world
  const due = (await bankFiles(world)).filter(
    ({ id, state }) =>
      state === 'made' || state === 'downloaded' || (state === 'submitted' && !counter.has(id)),
  )
  if (due.length === 0) return
  const file = random.pick(due)
  if (file.withdrawing) return decideAsked(world, services, file)
  const by = world.by(world.providerOf(file).pay)
  if (!counter.has(file.id) && file.state !== 'submitted' && random.chance(0.12)) {
    await refusalOf(askWithdrawal(services, by, file.id, 'not today'), ...STATE_CODES)
    return
  }
  // Mislaid, now and then.
  if (random.chance(0.15)) world.inHand.delete(file.id)
  if (!world.inHand.has(file.id)) {
    const refusal = await refusalOf(download(world, services, file), ...STATE_CODES)
    if (refusal !== undefined) return
  }
  const mark = () => refusalOf(submitBankFile(services, by, file.id, 'Z1'), ...STATE_CODES)
  if (file.state === 'submitted') return bringToBank(world, file.id)
  if (counter.has(file.id)) {
    // At the bank, and whoever brought it there was killed before saying so.
    if (!counter.take(file.id, world.inHand.get(file.id) ?? Buffer.alloc(0)))
      coverage.saw('file at the bank twice: refused')
    await mark()
  } else if (random.chance(0.5)) {
    bringToBank(world, file.id)
    coverage.saw('file at the bank before it was marked')
    await mark()
  } else if ((await mark()) === undefined) {
    coverage.saw('file marked before it was at the bank')
    bringToBank(world, file.id)
  }
  journal.note('carrier', 'went to the bank')
}

function bringToBank(world: World, bankFileId: number): void {
  world.counter.take(bankFileId, world.inHand.get(bankFileId) ?? Buffer.alloc(0))
}

/** Whoever decides looks whether the bank has it. */
async function decideAsked(world: World, services: Services, file: FileAtHand): Promise<void> {
  const confirms = !world.counter.has(file.id) && world.random.chance(0.7)
  const reviewer = world.by(world.providerOf(file).check)
  const decision = decideWithdrawal(services, reviewer, file.id, confirms, MAY_BE_SUBMITTED)
  const codes = ['bank-file-state', 'bank-file-not-withdrawing', 'bank-file-moved']
  const refusal = await refusalOf(decision, ...codes)
  if (refusal === undefined) world.coverage.saw(confirms ? 'file withdrawn' : 'withdrawal not agreed to')
}

const IMPORT_CODES = ['bank-file-state', 'bank-result-known', 'result-nothing', 'result-empty'] as const

async function bringResult(world: World, services: Services): Promise<void> {
  const { random, counter, coverage } = world
  const files = (await bankFiles(world)).filter(
    ({ id, state }) => counter.has(id) && (state === 'submitted' || state === 'settled'),
  )
  if (files.length === 0) return
  const file = random.pick(files)
  const earlier = world.results.get(file.id)
  if (earlier && random.chance(0.5)) {
    const again = await refusalOf(post(world, services, file, earlier), ...IMPORT_CODES)
    if (again === 'bank-result-known') coverage.saw('result again: refused')
    if (again === undefined) return
  }
  const words = counter.words(file.id)
  if (words.length === 0) return
  if (random.chance(0.5)) await spoil(world, services, file, words)
  const said = random.chance(0.3) ? words.filter(() => random.chance(0.6)) : contradict(world, words)
  if (said.length === 0) return
  const result = counter.write(file.id, said, drawKind(random))
  const refusal = await refusalOf(post(world, services, file, result), ...IMPORT_CODES)
  if (refusal === undefined) world.results.set(file.id, result)
}

/** A bank that lies says of some that they failed, which it has paid. */
function contradict(world: World, words: readonly Word[]): readonly Word[] {
  const { random, conditions, coverage } = world
  if (!random.chance(conditions.lies)) return words
  return words.map((word) => {
    if (word[1] !== 'succeeded' || !random.chance(0.5)) return word
    coverage.saw('result that is not so')
    return [word[0], 'rejected'] as const
  })
}

/** Changed, of another file, or cut: refused as a whole, or settling nothing that is not so. */
async function spoil(
  world: World,
  services: Services,
  file: FileAtHand,
  words: readonly Word[],
): Promise<void> {
  const { random, counter, coverage } = world
  const other = counter.ids().find((id) => id !== file.id && counter.words(id).length > 0)
  const how = random.pick(
    other === undefined
      ? (['changed', 'twice', 'cut'] as const)
      : (['other', 'other', 'changed', 'twice', 'cut'] as const),
  )
  const send = (result: ResultFile, ...codes: string[]) =>
    refusalOf(post(world, services, file, result), 'bank-file-state', 'bank-result-known', ...codes)
  const sheet = (text: string): ResultFile => ({ name: 'result.csv', bytes: Buffer.from(text) })
  const mustRefuse = (refusal: string | undefined) => {
    if (refusal === undefined) world.fail(`a result that was ${how} was taken`)
    coverage.saw(how === 'other' ? 'result of another file: refused' : 'result changed: refused')
  }
  if (how === 'other' && other !== undefined) {
    const foreign = counter.write(other, counter.words(other), random.pick(['csv', 'pain.002'] as const))
    mustRefuse(await send(foreign, 'result-foreign-row', 'result-other-message'))
  } else if (how === 'changed') {
    const more = words.map(([order, status]): Word => [{ ...order, amountFen: order.amountFen + 1n }, status])
    mustRefuse(await send(sheet(csvOf(more)), 'result-other-amount'))
  } else if (how === 'twice') {
    mustRefuse(await send(sheet(csvOf([...words, ...words])), 'result-row-twice'))
  } else {
    const { bytes } = counter.write(file.id, words, 'csv')
    const text = bytes.toString('utf8')
    const codes = [
      'result-nothing',
      'result-empty',
      'result-amount',
      'result-other-amount',
      'result-other-payee',
    ]
    const more = ['result-foreign-row', 'result-headings', 'result-unreadable', 'file-type']
    await send(sheet(text.slice(0, random.between(1, text.length - 1))), ...codes, ...more)
    coverage.saw('result cut')
  }
}

async function confirm(world: World, services: Services): Promise<void> {
  const { random, coverage } = world
  const waiting = (await bankFiles(world)).filter(({ state }) => state === 'imported')
  if (waiting.length === 0) return
  const file = random.pick(waiting)
  if (random.chance(0.5)) {
    const own = await refusalOf(decide(world, services, file, true, 'pay'), 'not-allowed', 'bank-file-state')
    if (own === undefined) world.fail('who carries files confirmed a result')
    coverage.saw('own result confirmed: refused')
  }
  if (file.undecided > 0) return assignSome(world, services, file)
  const isWrong = world.misassigned.has(file.resultId ?? 0)
  const confirms = !isWrong && random.chance(0.65)
  const codes = ['bank-file-state', 'bank-result-changed']
  const refusal = await refusalOf(decide(world, services, file, confirms), ...codes, 'result-nothing')
  // Every line was left in doubt.
  if (refusal === 'result-nothing') await refusalOf(decide(world, services, file, false), ...codes)
  if (refusal !== undefined) return
  coverage.saw(confirms ? 'result confirmed' : 'result sent back')
  if (isWrong) coverage.saw('wrong assignment: sent back')
}
