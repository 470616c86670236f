// One seed's world: its clock, its bank, its people, and the real house they all work on.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Actor, SignedIn } from '../../actor.ts'
import type { RowSealer } from '../../payouts/row-sealer.ts'
import { sealRow } from '../../payouts/seal-row.ts'
import { uploadSheet } from '../../payouts/upload-sheet.ts'
import { auditRecharge } from '../../recharges/audit-recharge.ts'
import { rawRows, type SheetRow } from '../payout-sheet.ts'
import type { TestHouse } from '../test-house.ts'
import { acting, createProvider, digestOf, drawSheet, type Provider } from './cast.ts'
import { Coverage } from './coverage.ts'
import { Journal } from './journal.ts'
import { LyingBank } from './lying-bank.ts'
import { Random } from './random.ts'
import { Scheduler } from './scheduler.ts'
import { Watchdog } from './watchdog.ts'
import { drawWeather, type Weather } from './weather.ts'

/** A database that many seeds share, one after the other. */
export type Stage = { readonly house: TestHouse; readonly platformId: number }

export type BatchAtHand = {
  readonly batchId: number
  readonly batchNo: string
  readonly providerId: number
  readonly status: string
  readonly duplicates: number
  readonly failedCount: number
}

export class World {
  readonly seed: number
  readonly random: Random
  readonly weather: Weather
  readonly house: TestHouse
  readonly coverage = new Coverage()
  readonly journal: Journal
  readonly bank: LyingBank
  readonly scheduler: Scheduler
  readonly watchdog: Watchdog
  readonly providers: Provider[] = []
  /** Transfers about which people confirmed what is not so. */
  readonly liedAbout = new Set<string>()
  /** What was acknowledged to somebody, and must be there ever after (I9). */
  readonly promises: { readonly what: string; readonly statement: string; readonly id: number | string }[] =
    []
  readonly #platformId: number
  readonly #batchNames = new Map<string, string>()

  constructor(stage: Stage, seed: number) {
    this.seed = seed
    this.random = new Random(Math.imul(seed, 0x9e3779b1))
    this.weather = drawWeather(this.random)
    this.house = stage.house
    this.#platformId = stage.platformId
    const { random, weather, coverage } = this
    const { clock, settings } = this.house
    clock.set(weather.startsAt)
    this.journal = new Journal(clock)
    const nameOf = (reference: string) => this.#nameOf(reference)
    this.bank = new LyingBank({ seed, clock, weather, coverage, nameOf }, stage.house.bank.readNotice)
    const { journal, bank, house } = this
    this.scheduler = new Scheduler({
      clock,
      random,
      weather,
      journal,
      coverage,
      leaseMs: settings.patience.leaseMs,
    })
    this.watchdog = new Watchdog({ house, bank, journal, coverage, fail: (what) => this.fail(what) })
  }

  /** The first thing that should not be; it ends the seed. */
  fail(what: string): void {
    this.journal.note('BROKEN', what)
    this.scheduler.failure ??= new Broken(what)
  }

  by(person: SignedIn): Actor {
    return acting(this.house, person)
  }

  async setUp(): Promise<void> {
    await this.watchdog.begin()
    const count = this.weather.secondProvider ? 2 : 1
    for (let index = 0; index < count; index += 1)
      await this.#addProvider(index === 0 ? this.weather.batches : 1)
    if (count > 1) this.coverage.saw('two providers')
  }

  async #addProvider(batches: number): Promise<void> {
    const planned = new Map<number, Fen>()
    const sheets = Array.from({ length: batches }, (_, index) => drawSheet(this.random, index + 1, planned))
    const total = [...planned.values()].reduce((sum, fen) => sum + fen, 0n) + 10_000n
    const share = (least: number, most: number) =>
      (total * BigInt(this.random.between(least, most))) / 100n + 1n
    const provider = await createProvider(this.house, this.#platformId, this.random, [
      share(50, 150),
      share(20, 60),
      share(5, 60),
    ])
    this.providers.push(provider)
    const [first = 0] = provider.rechargeIds
    const audit = { approves: true, reason: '', confirmDuplicate: true }
    await auditRecharge(this.house, this.by(provider.check), first, audit)
    for (const rows of sheets) await this.#upload(provider, rows)
    await this.batches()
  }

  async #upload(provider: Provider, rows: readonly SheetRow[]): Promise<void> {
    const sealer = {
      seal: async (plain: Parameters<typeof sealRow>[1][]) =>
        plain.map((row) => sealRow(this.house.cipher, row)),
      close: async () => undefined,
    }
    async function* chunks() {
      yield rawRows(rows)
    }
    const result = await uploadSheet(this.house, this.by(provider.pay), sealer, {
      file: { name: 'sheet.xlsx', size: 1_000n, sha256: digestOf(JSON.stringify(rows)) },
      rows: chunks(),
      confirmDuplicate: true,
      uploadKey: undefined,
      signal: new AbortController().signal,
    })
    if (result.batchId === null) throw new Error(`the sheet is bad: ${JSON.stringify(result.failedRows)}`)
  }

  /** All batches as they stand; each has its name from the moment it is first seen. */
  async batches(): Promise<BatchAtHand[]> {
    const found = await this.house.query<BatchAtHand>(
      `select batch_id::float8 as "batchId", batch_no as "batchNo", provider_id as "providerId", status, failed_count as "failedCount",
         coalesce((warning_counts->>'likely-duplicate')::int, 0) as duplicates
       from payout_batches where provider_id = any($1::int[]) order by batch_id`,
      [this.providers.map(({ providerId }) => providerId)],
    )
    for (const { batchNo } of found)
      if (!this.#batchNames.has(batchNo)) this.#batchNames.set(batchNo, `b${this.#batchNames.size + 1}`)
    return found
  }

  batchName(batchNo: string): string {
    return this.#batchNames.get(batchNo) ?? batchNo
  }

  providerOf({ providerId }: { readonly providerId: number }): Provider {
    const provider = this.providers.find((one) => one.providerId === providerId)
    if (!provider) throw new Error('a provider of another seed')
    return provider
  }

  #nameOf(reference: string): string {
    const [, batchNo = '', row = ''] = /^PW(\d+)R(\d+)X[0-9a-f]{8}$/.exec(reference) ?? []
    return batchNo === '' ? reference : `${this.batchName(batchNo)}r${row}`
  }
}

/** An invariant that does not hold, or something that must not happen and did. */
export class Broken extends Error {
  override readonly name = 'Broken'
}
