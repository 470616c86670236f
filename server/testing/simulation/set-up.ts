// Prepares a seed: its providers with their people and money, and their sheets, most of them ready to be started.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { packRows } from '../../adapters/spreadsheet/row-packing.ts'
import { judgeHere } from '../../payouts/open-judge.ts'
import { uploadSheet } from '../../payouts/upload-sheet.ts'
import { auditRecharge } from '../../recharges/audit-recharge.ts'
import { rawRows, type SheetRow } from '../payout-sheet.ts'
import { approve } from './approve.ts'
import {
  createPlatform,
  createProvider,
  digestOf,
  drawSheet,
  openFileAccount,
  type Provider,
} from './cast.ts'
import { drawFor } from './random.ts'
import { readMarks } from './stage.ts'
import { APPROVES } from './treasury.ts'
import type { World } from './world.ts'

export async function setUp(world: World): Promise<void> {
  world.marks = await readMarks(world.services)
  world.watchdog.begin(world.marks)
  world.platformId = await createPlatform(world.services)
  await addProvider(world, world.conditions.batches)
  if (!world.conditions.secondProvider) return
  await addProvider(world, 1)
  world.coverage.saw('two providers')
}

async function addProvider(world: World, batches: number): Promise<void> {
  const { services, random } = world
  const planned = new Map<number, Fen>()
  // Results without our references cannot tell these apart; seeds of the direct channel stay as they are.
  const repeats = world.paysByFiles
    ? drawFor(world.seed, `payouts alike ${world.providers.length}`)
    : undefined
  const month = shanghaiDay(world.conditions.startsAt).slice(0, 7)
  const sheets = Array.from({ length: batches }, (_, index) =>
    drawSheet(random, index + 1, planned, { month, seed: world.seed, ...(repeats ? { repeats } : {}) }),
  )
  const total = [...planned.values()].reduce((sum, fen) => sum + fen, 0n) + 10_000n
  const share = (least: number, most: number) => (total * BigInt(random.between(least, most))) / 100n + 1n
  // Now and then too little; the last one is kept for the end.
  const recharges = [share(60, 160), share(20, 60), share(5, 60), share(5, 30)]
  const provider = await createProvider(services, world.platformId, random, recharges)
  world.providers.push(provider)
  if (world.paysByFiles) await openFileAccount(services, provider.providerId)
  await auditRecharge(services, world.by(provider.check), provider.rechargeIds[0] ?? 0, APPROVES)
  for (const rows of sheets) await upload(world, provider, rows)
  for (const batch of await world.batches())
    if (batch.providerId === provider.providerId && random.chance(0.9)) await approve(world, batch)
}

export async function upload(world: World, provider: Provider, rows: readonly SheetRow[]): Promise<void> {
  const { services } = world
  async function* chunks() {
    yield packRows(rawRows(rows))
  }
  const result = await uploadSheet(services, world.by(provider.pay), judgeHere(services), {
    file: { name: 'sheet.xlsx', size: 1_000n, sha256: digestOf(JSON.stringify(rows)) },
    rows: chunks(),
    confirmDuplicate: true,
    uploadKey: undefined,
    signal: new AbortController().signal,
  })
  if (result.batchId === null) throw new Error(`the sheet is bad: ${JSON.stringify(result.failedRows)}`)
}
