// What is left of the files once nothing breaks any more: all are carried to the bank, and all it says is brought back and confirmed.

import { decideWithdrawal, submitBankFile } from '../../bank-files/file-steps.ts'
import { workBankFiles } from '../../bank-files/work-bank-files.ts'
import { assignRest, assignSome } from './assigners.ts'
import { bankFiles, decide, download, type FileAtHand, MAY_BE_SUBMITTED, post } from './bank-files.ts'
import { csvOf, type Word } from './file-counter.ts'
import { refusalOf } from './living.ts'
import type { World } from './world.ts'

const DEFINITE = new Set(['succeeded', 'rejected', 'not-accepted', 'returned'])

export async function carryAll(world: World): Promise<void> {
  if (!world.paysByFiles) return
  // Made, decided, at the bank, heard of, in the books: each step leads to the next.
  await workBankFiles(world.open)
  for (const file of await bankFiles(world)) await bring(world, file)
  for (const file of await bankFiles(world)) await hear(world, file)
  await workBankFiles(world.open)
}

async function bring(world: World, file: FileAtHand): Promise<void> {
  const { open, counter, inHand } = world
  const { pay, check } = world.providerOf(file)
  if (file.withdrawing) {
    const confirms = !counter.has(file.id)
    const refusal = await refusalOf(
      decideWithdrawal(open, world.by(check), file.id, confirms, MAY_BE_SUBMITTED),
      ...['bank-file-moved', 'bank-file-state'],
    )
    if (refusal === 'bank-file-moved')
      await decideWithdrawal(open, world.by(check), file.id, false, MAY_BE_SUBMITTED)
    if (confirms && refusal === undefined) return
  }
  if (file.state !== 'made' && file.state !== 'downloaded') {
    // Said to be at the bank, and never brought there: some remember, others let people find out.
    if (file.state !== 'submitted' || counter.has(file.id) || world.forgotten.has(file.id)) return
    if (world.random.chance(0.5)) counter.take(file.id, inHand.get(file.id) ?? Buffer.alloc(0))
    else world.forgotten.add(file.id)
    return
  }
  if (!inHand.has(file.id)) await download(world, open, file)
  counter.take(file.id, inHand.get(file.id) ?? Buffer.alloc(0))
  await submitBankFile(open, world.by(pay), file.id, 'Z2')
}

/** A result that still waits: its last lines are assigned, and it is confirmed, or sent back where somebody mistook a line. */
async function end(world: World, file: FileAtHand): Promise<boolean> {
  if (file.undecided > 0) await assignRest(world, file)
  const now = file.undecided > 0 ? await asItStands(world, file) : file
  const isWrong = world.misassigned.has(now.resultId ?? 0)
  const refusal = await refusalOf(decide(world, world.open, now, !isWrong), 'result-nothing')
  if (refusal !== undefined) await decide(world, world.open, now, false)
  if (isWrong) world.coverage.saw('wrong assignment: sent back')
  return refusal === undefined && !isWrong
}

async function asItStands(world: World, file: FileAtHand): Promise<FileAtHand> {
  return (await bankFiles(world)).find(({ id }) => id === file.id) ?? file
}

/** Without our references: people say which of the payouts alike each line means. True where nobody had to say so. */
async function hearUnnamed(world: World, file: FileAtHand, words: readonly Word[]): Promise<boolean> {
  const { open, counter } = world
  const now = await asItStands(world, file)
  if (now.state !== 'submitted' && now.state !== 'settled') return false
  const result = counter.write(file.id, words, 'unnamed')
  if ((await refusalOf(post(world, open, now, result), 'bank-result-known')) !== undefined) return false
  const waiting = await asItStands(world, file)
  const isCertain = waiting.undecided === 0
  if (!isCertain) await assignSome(world, open, waiting)
  const isConfirmed = await end(world, isCertain ? waiting : await asItStands(world, file))
  await workBankFiles(open)
  return isConfirmed && isCertain
}

/** Everything that is new since it was last listened to. */
async function hear(world: World, file: FileAtHand): Promise<void> {
  if (file.state === 'imported') await end(world, file)
  await workBankFiles(world.open)
  if (!world.counter.has(file.id)) return
  const words = world.counter.words(file.id)
  const said = csvOf(words)
  if (world.heard.get(file.id) === said || !words.some(([, status]) => DEFINITE.has(status))) return
  if (
    world.counter.hasAlike(file.id) &&
    world.random.chance(0.5) &&
    (await hearUnnamed(world, file, words))
  ) {
    world.heard.set(file.id, said)
    return
  }
  const now = (await bankFiles(world)).find(({ id }) => id === file.id)
  if (now?.state !== 'submitted' && now?.state !== 'settled') return
  const result = world.counter.write(file.id, words, 'csv')
  const refusal = await refusalOf(post(world, world.open, now, result), 'bank-result-known')
  world.heard.set(file.id, said)
  if (refusal !== undefined) return
  const [waiting] = (await bankFiles(world)).filter(({ id }) => id === file.id)
  if (waiting) await decide(world, world.open, waiting, true)
  world.coverage.saw('result confirmed')
  if (world.heard.size > 1) return
  await workBankFiles(world.open)
  const again = await refusalOf(post(world, world.open, now, result), 'bank-result-known')
  if (again === undefined) world.fail('a result was taken twice')
  world.coverage.saw('result again: refused')
}
