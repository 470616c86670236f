// What every channel to a bank must do, whoever stands behind it: each reference once, and silence that is not failure (D24).

import { randomBytes } from 'node:crypto'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemoryBank } from '../../testing/memory-bank.ts'
import { startSandboxBank } from '../../testing/sandbox-bank.ts'
import { movableClock } from '../../testing/test-services.ts'
import {
  type AcceptedOrder,
  type BankOrder,
  type BankPort,
  BankSilent,
  type BankUpdate,
  MAX_PER_CALL,
  type StatementLine,
} from './bank-port.ts'
import { openSignedHttpBank } from './signed-http.ts'

type Tried = {
  readonly bank: BankPort
  readonly today: () => string
  /** Lets the bank's own delays pass. */
  readonly later: (until: () => Promise<boolean>) => Promise<void>
  /** From now on slow orders stay slow. */
  readonly hold: () => Promise<void>
  readonly close: () => Promise<void>
}

async function inMemory(): Promise<Tried> {
  const clock = movableClock()
  const later = async (until: () => Promise<boolean>) => {
    for (let second = 0; second < 60 && !(await until()); second += 1) clock.advance(1_000)
  }
  const bank = new MemoryBank(clock, 'a secret of more than thirty-two characters')
  const nothing = async () => undefined
  return { bank, later, today: () => shanghaiDay(clock.now()), hold: nothing, close: nothing }
}

async function overSignedHttp(): Promise<Tried> {
  const sandbox = await startSandboxBank()
  await sandbox.control({ delays: { slowMs: 60, notAcceptedMs: 120, returnMs: 60 } })
  const later = async (until: () => Promise<boolean>) => {
    const deadline = Date.now() + 10_000
    while (!(await until()) && Date.now() < deadline);
  }
  const bank = openSignedHttpBank({ url: sandbox.url, secret: sandbox.secret, timeoutMs: 2_000 })
  const hold = () => sandbox.control({ delays: { slowMs: 600_000 } })
  return { bank, later, today: () => shanghaiDay(new Date()), hold, close: sandbox.stop }
}

describe.each([
  ['the bank in memory', inMemory],
  ['the sandbox bank over signed HTTP', overSignedHttp],
])('bank port: %s', (_, open) => {
  let tried: Tried
  beforeAll(async () => {
    tried = await open()
  })
  afterAll(() => tried.close())

  const order = (ending = '9999', over: Partial<BankOrder> = {}): BankOrder => ({
    reference: `PW-${randomBytes(8).toString('hex')}`,
    amountFen: 123_45n,
    cardNo: `622202120200000${ending}`,
    name: '王小明',
    bankName: '中国工商银行',
    remark: '',
    ...over,
  })
  const submit = async (one: BankOrder) => (await tried.bank.submit([one]))[0]
  const query = async ({ reference }: BankOrder) => (await tried.bank.query([reference]))[0]
  const untilStatus = (one: BankOrder, status: BankUpdate['status']) =>
    tried.later(async () => (await query(one))?.status === status)
  async function lines(): Promise<StatementLine[]> {
    const all: StatementLine[] = []
    let after: string | undefined
    do {
      const page = await tried.bank.statement(tried.today(), after)
      // By its own clock.
      expect(shanghaiDay(page.saidAt ?? new Date(0))).toBe(tried.today())
      all.push(...page.lines)
      after = page.next
    } while (after !== undefined)
    return all
  }
  async function acceptedSince(since: Date) {
    const all: AcceptedOrder[] = []
    let after: string | undefined
    do {
      const page = await tried.bank.accepted(since, after)
      all.push(...(page?.orders ?? []))
      after = page?.next
    } while (after !== undefined)
    return all.map(({ reference }) => reference)
  }
  const wordsOf = async ({ reference }: BankOrder) =>
    (await lines()).filter((line) => line.reference === reference).map(({ status }) => status)

  it('pays and reports the amount, time and serial number', async () => {
    const one = order()
    const answer = await submit(one)
    expect(answer).toMatchObject({ reference: one.reference, status: 'succeeded', amountFen: 123_45n })
    expect(answer?.serial).not.toBe('')
    expect(answer?.at).toBeInstanceOf(Date)
    expect(await wordsOf(one)).toEqual(['succeeded'])
    const line = (await lines()).find(({ reference }) => reference === one.reference)
    // By which a payment is known again whose sheet was lost (ADR 27).
    expect(line).toMatchObject({ name: one.name, cardTail: '9999', serial: answer?.serial })
  })

  it('pays a reference once, however often it is submitted', async () => {
    const one = order()
    const first = await submit(one)
    const again = await Promise.all(Array.from({ length: 10 }, () => submit(one)))
    expect(again.map((answer) => answer?.serial)).toEqual(Array(10).fill(first?.serial))
    expect(await wordsOf(one)).toEqual(['succeeded'])
  })

  it('answers conflict when a reference is submitted again with another amount', async () => {
    const one = order()
    await submit(one)
    expect((await submit({ ...one, amountFen: 1n }))?.status).toBe('conflict')
    expect(await query(one)).toMatchObject({ status: 'succeeded', amountFen: 123_45n })
  })

  it.each([
    ['0001', '账户不存在'],
    ['0002', '户名不符'],
  ])('rejects a card ending in %s permanently: %s', async (ending, message) => {
    const one = order(ending)
    expect(await submit(one)).toMatchObject({ status: 'rejected', message })
    expect(await submit(one)).toMatchObject({ status: 'rejected', message })
    expect(await wordsOf(one)).toEqual([])
  })

  it('answers not-found for a reference that was never submitted', async () => {
    expect((await query(order()))?.status).toBe('not-found')
  })

  it('answers processing, then succeeded, for a card ending in 0003', async () => {
    const one = order('0003')
    expect((await submit(one))?.status).toBe('processing')
    await untilStatus(one, 'succeeded')
    expect(await wordsOf(one)).toEqual(['succeeded'])
  })

  it('lists what it has accepted and not executed yet, with whom it pays, and nothing else', async () => {
    const [slow, paid, refused] = [order('0003'), order(), order('0001')]
    await tried.bank.submit([slow, paid, refused])
    const [since, later] = [new Date(0), new Date(Date.now() + 365 * 86_400_000)]
    const listed = (await tried.bank.accepted(since))?.orders.find((one) => one.reference === slow.reference)
    expect(listed).toMatchObject({ amountFen: 123_45n, name: slow.name, cardTail: '0003' })
    expect(listed?.at).toBeInstanceOf(Date)
    const all = await acceptedSince(since)
    expect(all.filter((one) => one === paid.reference || one === refused.reference)).toEqual([])
    expect(await acceptedSince(later)).toEqual([])
    await untilStatus(slow, 'succeeded')
    expect(await acceptedSince(since)).not.toContain(slow.reference)
    expect(await wordsOf(slow)).toEqual(['succeeded'])
  })

  it.each(['0004', '0007'])(
    'throws BankSilent for a card ending in %s although it has paid',
    async (ending) => {
      const one = order(ending)
      await expect(submit(one)).rejects.toBeInstanceOf(BankSilent)
      expect(await query(one)).toMatchObject({ status: 'succeeded', amountFen: 123_45n })
      expect(await wordsOf(one)).toEqual(['succeeded'])
    },
  )

  it('throws BankSilent for a card ending in 0005, later answers not-accepted and never pays', async () => {
    const one = order('0005')
    await expect(submit(one)).rejects.toBeInstanceOf(BankSilent)
    await untilStatus(one, 'not-accepted')
    expect((await query(one))?.status).toBe('not-accepted')
    await submit(one).catch(() => undefined)
    expect((await query(one))?.status).toBe('not-accepted')
    expect(await wordsOf(one)).toEqual([])
  })

  it('pays a card ending in 0006 and later reports the payment as returned', async () => {
    const one = order('0006')
    expect((await submit(one))?.status).toBe('succeeded')
    await untilStatus(one, 'returned')
    expect(await query(one)).toMatchObject({ status: 'returned', message: '退票' })
    expect(await wordsOf(one)).toEqual(['succeeded', 'returned'])
  })

  it('accepts the maximum number of orders per call and answers each by its own reference', async () => {
    const many = Array.from({ length: MAX_PER_CALL }, (_item, index) =>
      order('9999', { amountFen: BigInt(index + 1) }),
    )
    const answers = await tried.bank.submit(many)
    const byReference = new Map(answers.map((answer) => [answer.reference, answer.amountFen]))
    expect(many.filter((one) => byReference.get(one.reference) !== one.amountFen)).toEqual([])
    const listed = new Set((await lines()).map(({ reference }) => reference))
    expect(many.filter(({ reference }) => !listed.has(reference))).toEqual([])
  })

  it('lists accepted orders page by page, each once', async () => {
    const many = Array.from({ length: MAX_PER_CALL }, () => order('0003'))
    const third = Array.from({ length: MAX_PER_CALL }, () => order('0003'))
    const more = order('0003')
    await tried.hold()
    for (const some of [many, third, [more]]) await tried.bank.submit(some)
    expect((await tried.bank.accepted(new Date(0)))?.next).toBeDefined()
    const listed = await acceptedSince(new Date(0))
    expect(new Set(listed).size).toBe(listed.length)
    expect(new Set(listed)).toEqual(new Set([...many, ...third, more].map(({ reference }) => reference)))
  })
})
