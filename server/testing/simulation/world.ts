// One seed's world: its clock, its bank, its people, and the real services they all work on.

import type { Actor, SignedIn } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import type { TestServices } from '../test-services.ts'
import { acting, type Provider } from './cast.ts'
import { type Conditions, drawConditions } from './conditions.ts'
import { Coverage } from './coverage.ts'
import { FileCounter, type ResultFile } from './file-counter.ts'
import { Journal } from './journal.ts'
import { LyingBank } from './lying-bank.ts'
import { drawFor, Random } from './random.ts'
import { Scheduler } from './scheduler.ts'
import type { Marks, Stage } from './stage.ts'
import { Watchdog } from './watchdog.ts'

export type BatchAtHand = {
  readonly batchId: number
  readonly batchNo: string
  readonly providerId: number
  readonly status: string
  readonly failedCount: number
  /** The balance bears it. */
  readonly affordable: boolean
}

export type Glance = {
  readonly waiting: number
  readonly due: number
  readonly lost: number
  /** When there will be something to do again. */
  readonly next: Date | null
}

/** Names of statements by their texts. */
const STATEMENTS = new Map<string, string>()

export class World {
  readonly seed: number
  readonly random: Random
  readonly conditions: Conditions
  readonly services: TestServices
  /** The same services with this seed's bank, and without gates. */
  readonly open: Services
  readonly coverage = new Coverage()
  readonly journal: Journal
  readonly bank: LyingBank
  readonly scheduler: Scheduler
  readonly watchdog: Watchdog
  readonly providers: Provider[] = []
  /** Drawn apart from all else, so that seeds on the direct channel alone stay as they are. */
  readonly paysByFiles: boolean
  readonly counter: FileCounter
  /** Files that somebody has downloaded whole, the last result brought for each, and what was heard of them at the end. */
  readonly inHand = new Map<number, Buffer>()
  readonly results = new Map<number, ResultFile>()
  readonly heard = new Map<number, string>()
  /** Results of which somebody may have assigned a line to the wrong payout: whoever confirms finds it out. */
  readonly misassigned = new Set<number>()
  /** Said to be at the bank, where nobody ever brought them. */
  readonly forgotten = new Set<number>()
  /** Transfers about which people confirmed what is not so. */
  readonly liedAbout = new Set<string>()
  /** What was acknowledged to somebody, and must be there ever after (I9). */
  readonly promises: { readonly what: string; readonly statement: string; readonly id: number | string }[] =
    []
  /** Where the tables ended before this seed. */
  marks: Marks = { provider: '0', event: '0', batch: '0', reversal: '0' }
  platformId = 0
  readonly #batchNames = new Map<string, string>()

  constructor(stage: Stage, seed: number) {
    this.seed = seed
    this.random = new Random(Math.imul(seed, 0x9e3779b1))
    this.conditions = drawConditions(this.random)
    this.services = stage.services
    const { random, conditions, coverage } = this
    const { clock, settings } = this.services
    clock.set(conditions.startsAt)
    this.journal = new Journal(clock)
    const nameOf = (reference: string) => this.#nameOf(reference)
    this.bank = new LyingBank({ seed, clock, conditions, coverage, nameOf }, stage.services.bank.readNotice)
    this.paysByFiles = drawFor(seed, 'pays by files').chance(1 / 3)
    this.counter = new FileCounter(this.bank)
    const { journal, bank, services } = this
    this.open = { ...services, bank }
    this.scheduler = new Scheduler({
      clock,
      random,
      conditions,
      journal,
      coverage,
      leaseMs: settings.retryPolicy.leaseMs,
    })
    this.watchdog = new Watchdog({
      retryPolicy: settings.retryPolicy,
      toleranceMs: 2 * conditions.skewMs,
      clock,
      bank,
      journal,
      coverage,
      query: (text, values) => this.query(text, values),
      fail: (what) => this.fail(what),
    })
  }

  /** The first thing that should not be; it ends the seed. */
  fail(what: string): void {
    this.journal.note('BROKEN', what)
    this.scheduler.failure ??= new Broken(what)
  }

  /** One statement past all stores, planned once: there are hundreds of them in a seed. */
  async query<T = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    const name = STATEMENTS.get(text) ?? `simulation ${STATEMENTS.size}`
    STATEMENTS.set(text, name)
    const { rows } = await this.services.admin.query({ name, text, values: [...values] })
    return rows as T[]
  }

  by(person: SignedIn): Actor {
    return acting(this.services, person)
  }

  /** All batches as they stand; each has its name from the moment it is first seen. */
  async batches(): Promise<BatchAtHand[]> {
    const found = await this.query<BatchAtHand>(
      `select batch_id::float8 as "batchId", batch_no as "batchNo", provider_id as "providerId", status, failed_count as "failedCount",
         gross_fen + fee_fen <= available_fen + suspense_fen as affordable
       from payout_batches join ledger_balances using (provider_id) where provider_id = any($1::int[]) order by batch_id`,
      [this.providers.map(({ providerId }) => providerId)],
    )
    for (const { batchNo } of found)
      if (!this.#batchNames.has(batchNo)) this.#batchNames.set(batchNo, `b${this.#batchNames.size + 1}`)
    return found
  }

  /** What there is to do for a worker at this moment. */
  async glance(): Promise<Glance> {
    const [glance] = await this.query<Glance>(
      `select (count(*) filter (where state = 'reserved' and channel = 'direct'))::int as waiting,
         (count(*) filter (where state in ('in-doubt', 'manual') and next_ask_at <= $2))::int as due,
         (count(*) filter (where state = 'sending' and until < $2))::int as lost,
         min(coalesce(next_ask_at, until)) filter (where coalesce(next_ask_at, until) > $2) as next
       from (select t.state, f.channel, q.next_ask_at, case when t.state = 'sending' then l.until end as until
         from current_transfers t join transfer_queues f using (batch_id) left join transfer_questions q using (row_id) left join transfer_leases l using (lease_id)
         where t.provider_id > $1::bigint) open`,
      [this.marks.provider, this.services.clock.now()],
    )
    return glance ?? { waiting: 0, due: 0, lost: 0, next: null }
  }

  batchName(batchNo: string): string {
    return this.#batchNames.get(batchNo) ?? batchNo
  }

  providerOf({ providerId }: { readonly providerId: number }): Provider {
    const provider = this.providers.find((one) => one.providerId === providerId)
    if (!provider) throw new Error('a provider of another seed')
    return provider
  }

  isOwn(reference: string): boolean {
    return this.#nameOf(reference).startsWith('b')
  }

  #nameOf(reference: string): string {
    const [, batchNo = '', row = ''] = /^PW(\d+)R(\d+)X[0-9a-f]{12}$/.exec(reference) ?? []
    return batchNo === '' ? reference : `${this.batchName(batchNo)}r${row}`
  }
}

/** An invariant that does not hold, or something that must not happen and did. */
export class Broken extends Error {
  override readonly name = 'Broken'
}
