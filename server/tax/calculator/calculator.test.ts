// A calculation says what the start will do: every vector of the tax rules through the call and through real payouts.

import { NO_TERMS } from '@paywages/domain/tax/formula-terms.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import { type Client, signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { registeredPerson } from '../../testing/freelancers.ts'
import { registerBatches } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { balanceOf, openProviderFixture, transfersOf } from '../../testing/provider-fixture.ts'
import { payOn } from '../../testing/tax-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(() => services.clock.set(MONDAY))
afterAll(() => services.close())

const openFixture = (taxMethod: TaxMethod) =>
  openProviderFixture(services, people, { fen: 1_000_000_000_00n, limitFen: 10_000_000_00n, taxMethod })
const fenOf = (yuan: number) => BigInt(Math.round(yuan * 100))

/** Without month and remark, which each payout has of its own. */
function somebody() {
  const { name, idCardNo, phone, bank, cardNo } = freshRow()
  return { name, idCardNo, phone, bank, cardNo }
}

async function uidOf({ idCardNo }: Pick<SheetRow, 'idCardNo'>): Promise<number> {
  await registerBatches(services)
  const [row] = await services.query<{ id: number }>(
    'select freelancer_id::float8 as id from freelancers where id_hash = $1',
    [services.cipher.lookupHash(idCardNo, ID_CARD_NO)],
  )
  if (!row) throw new Error('nobody of that number')
  return row.id
}

type Paid = readonly [day: string, yuan: number, withheld: number]
type Vector = { readonly name: string; readonly method: TaxMethod; readonly payments: readonly Paid[] }

const monthly = (method: TaxMethod, yuan: readonly number[], withheld: readonly number[]) => ({
  name: `${yuan.join(', ')} by ${method}`,
  method,
  payments: yuan.map((each, index): Paid => [`2026-0${index + 1}-12`, each, withheld[index] ?? -1]),
})
const single = (method: TaxMethod, yuan: number, withheld: number) => monthly(method, [yuan], [withheld])

/** The tables of docs/rules/tax.md; a taxable amount is reached by one payment in January. */
const VECTORS: readonly Vector[] = [
  monthly('cumulative', [10_000, 10_000, 10_000], [90, 90, 90]),
  monthly('cumulative', Array(6).fill(30_000), [570, 710, 1_900, 1_900, 1_900, 1_900]),
  {
    name: '4000 then 6000 in the same month',
    method: 'cumulative',
    payments: [
      ['2026-01-12', 4_000, 0],
      ['2026-01-20', 6_000, 90],
    ],
  },
  monthly('cumulative', [60_000, 2_000, 2_000], [1_780, 0, 0]),
  single('cumulative', 51_250, 1_080),
  single('cumulative', 186_250, 11_880),
  single('cumulative', 381_250, 43_080),
  single('cumulative', 1_256_250, 268_080),
  single('per-payment', 800, 0),
  single('per-payment', 801, 0.2),
  single('per-payment', 4_000, 640),
  single('per-payment', 5_000, 800),
  single('per-payment', 25_000, 4_000),
  single('per-payment', 30_000, 5_200),
  single('per-payment', 62_500, 13_000),
  {
    name: '4000 then 1000 in the same month by per-payment',
    method: 'per-payment',
    payments: [
      ['2026-01-12', 4_000, 640],
      ['2026-01-20', 1_000, 160],
    ],
  },
]

/** The months so far with this payment in them. */
function added(history: readonly MonthSoFar[], [day, yuan, tax]: Paid): MonthSoFar[] {
  const month = day.slice(0, 7)
  const before = history.find((past) => past.month === month)
  const now = {
    month,
    incomeFen: (before?.incomeFen ?? 0n) + fenOf(yuan),
    withheldFen: (before?.withheldFen ?? 0n) + fenOf(tax),
  }
  return [...history.filter((past) => past.month !== month), now]
}

describe('tax calculator compared with real payouts', () => {
  it.each(VECTORS)('gives the same tax for $name', async ({ method, payments }) => {
    const fixture = await openFixture(method)
    const person = somebody()
    let userId: number | undefined
    let history: MonthSoFar[] = []
    for (const payment of payments) {
      const [day, yuan, withheld] = payment
      const amountFen = fenOf(yuan)
      services.clock.set(new Date(`${day}T09:00:00+08:00`))
      const payer = await signIn(services, fixture.pay)
      const input = { amountFen, isNet: false, method }
      const typed = await payer.answer('taxTrial', { ...input, history })
      expect(typed.taxFen).toBe(fenOf(withheld))
      const outcomeBefore = await balanceOf(services, fixture)
      if (userId !== undefined) {
        const { history: taken, ...known } = await payer.answer('taxTrial', { ...input, userId })
        expect(known).toEqual({ ...typed, history: undefined })
        const counting =
          method === 'cumulative' ? history : history.filter(({ month }) => day.startsWith(month))
        expect(taken).toEqual(counting.map((month) => ({ ...NO_TERMS, ...month })))
      }
      // Back from the net: the same net, from no more than this gross.
      const net = await payer.answer('taxTrial', { ...input, amountFen: typed.netFen, isNet: true, history })
      expect(net).toMatchObject({ netFen: typed.netFen, exact: true })
      expect(typed.grossFen - net.grossFen).toBeLessThanOrEqual(1n)

      const { batchId } = await payOn(services, fixture, day, { ...person, amount: String(yuan) })
      const [paid] = await transfersOf(services, batchId)
      expect(paid).toMatchObject({ status: 'succeeded', tax: typed.taxFen })
      expect(services.bank.records.get(paid?.reference ?? '')?.order.amountFen).toBe(typed.netFen)
      const outcome = await balanceOf(services, fixture)
      const spent = outcome.outcome + outcome.cost - outcomeBefore.outcome - outcomeBefore.cost
      expect(spent).toBe(typed.totalFen)
      userId = await uidOf(person)
      history = added(history, payment)
    }
  })
})

describe('history of a person in the tax calculator', () => {
  const calculation = (client: Client, userId: number, more: { day?: string; method?: TaxMethod } = {}) =>
    client.answer('taxTrial', { amountFen: 10_000_00n, isNet: false, method: 'cumulative', userId, ...more })

  it('contains paid and in-flight payouts of the year, but no returned ones', async () => {
    const fixture = await openFixture('cumulative')
    const person = somebody()
    await payOn(services, fixture, '2025-12-10', { ...person, amount: '1000' })
    await payOn(services, fixture, '2026-01-12', { ...person, amount: '2000' })
    const back = await payOn(services, fixture, '2026-01-20', { ...person, amount: '3000' })
    await applyUpdateOf(services, back.batchId, 'returned')
    await payOn(services, fixture, '2026-02-10', { ...person, amount: '4000' })
    await payOn(services, fixture, '2026-04-10', { ...person, amount: '5000', settles: false })
    const payer = await signIn(services, fixture.pay)
    const userId = await uidOf(person)
    const months = async (more?: Parameters<typeof calculation>[2]) =>
      (await calculation(payer, userId, more)).history.map(({ month, incomeFen }) => `${month} ${incomeFen}`)
    const january = '2026-01 200000'
    expect(await months()).toEqual([january, '2026-02 400000', '2026-04 500000'])
    expect(await months({ day: '2026-03-01' })).toEqual([january, '2026-02 400000'])
    // Withheld cumulatively, so it does not count by the other method.
    expect(await months({ day: '2026-02-01', method: 'per-payment' })).toEqual([])
    expect(await months({ day: '2025-12-31' })).toEqual(['2025-12 100000'])
  })

  it('writes an audit entry for reading a person, but not for typed months', async () => {
    const { userId, name, providerId } = await registeredPerson(services, 'payA1')
    const entries = () =>
      services.query(
        `select account, object_name, provider_id from audit_entries
         where action = 'read-personal-data' and object_kind = 'freelancer' and object_id = $1`,
        [String(userId)],
      )
    const manager = await signIn(services, 'managerA')
    await manager.answer('taxTrial', { amountFen: 100n, isNet: false, method: 'cumulative', providerId })
    expect(await entries()).toEqual([])
    await manager.answer('taxTrial', {
      amountFen: 100n,
      isNet: false,
      method: 'cumulative',
      providerId,
      userId,
    })
    expect(await entries()).toEqual([{ account: 'managerA', object_name: name, provider_id: providerId }])
  })

  it('answers 404 for a person unknown to the provider or out of scope', async () => {
    const own = await registeredPerson(services, 'payA1')
    const other = await registeredPerson(services, 'payA2')
    const input = { amountFen: 100n, isNet: false, method: 'cumulative' } as const
    const http = async (account: string, more: object) =>
      (await (await signIn(services, account)).call('taxTrial', { ...input, ...more })).http
    const A1 = people.providers.A1
    expect(await http('payA1', { userId: own.userId })).toBe(200)
    expect(await http('payA1', { userId: other.userId })).toBe(404)
    expect(await http('payA1', { userId: 2_000_000_000 })).toBe(404)
    expect(await http('payA1', { providerId: people.providers.A2, userId: other.userId })).toBe(404)
    // In the manager's scope, but of another company than the one that is tried.
    expect(await http('managerA', { providerId: A1, userId: other.userId })).toBe(404)
    expect(await http('managerA', { providerId: people.providers.A2, userId: other.userId })).toBe(200)
    expect(await http('managerB', { providerId: A1, userId: own.userId })).toBe(404)
  })
})

describe('terms of the tax calculator', () => {
  it('defaults to the terms of the provider', async () => {
    const fixture = await openFixture('per-payment')
    await services.query(
      "update providers set service_rate = 12300, gap_rule = 'nothing' where provider_id = $1",
      [fixture.providerId],
    )
    const payer = await signIn(services, fixture.pay)
    expect(await payer.answer('trialTerms', {})).toMatchObject({
      providerId: fixture.providerId,
      serviceRate: 12_300,
      withholdsTax: true,
      method: 'per-payment',
      gapRule: 'nothing',
    })
    const history = [{ month: '2026-01', incomeFen: 6_000_00n, withheldFen: 0n }]
    const input = { amountFen: 20_000_00n, isNet: false, method: 'cumulative', history } as const
    const own = await payer.answer('taxTrial', input)
    expect(own).toMatchObject({ serviceRate: 12_300, feeFen: 246_00n, day: '2026-03-16' })
    // With the run going on, January earns its deduction too.
    const restarted = await payer.answer('taxTrial', { ...input, gapRule: 'months', serviceRate: 0 })
    expect([own.taxFen, restarted.taxFen]).toEqual([324_00n, 474_00n])
    expect(restarted).toMatchObject({ feeFen: 0n, totalFen: 20_000_00n })
    const none = await payer.answer('taxTrial', { ...input, method: 'none' })
    expect(none).toMatchObject({ taxFen: 0n, trace: [{ label: '计算方式', value: '不代扣个税' }] })
  })
})

it('explains the calculated tax step by step without losing decimals', async () => {
  const payer = await signIn(services, 'payA1')
  const history = [{ month: '2026-02', incomeFen: 26_235_54n, withheldFen: 479_65n }]
  const input = { amountFen: 10_000_00n, isNet: false, history }
  const steps = async (method: TaxMethod) =>
    (await payer.answer('taxTrial', { ...input, method })).trace.map(
      ({ label, value }) => `${label}：${value}`,
    )
  expect(await steps('cumulative')).toEqual([
    '计算方式：累计预扣法',
    '依据：国家税务总局公告 2025 年第 16 号（2025-10-01 起执行）',
    '累计起算月份：2026-02（本年首个计入的月份）',
    '累计收入：26,235.54 + 本笔 10,000.00 = 36,235.54 元',
    '累计费用：36,235.54 × 20% = 7,247.108 元',
    '累计减除费用：5,000.00 × 2 个月 = 10,000.00 元',
    '连续取得收入的月份：2026-02、2026-03',
    '应纳税所得额：18,988.432 元',
    '应纳税额：18,988.432 × 3% − 速算扣除 0.00 = 569.65 元',
    '已预扣：479.65 元',
    '本笔预扣：90.00 元',
  ])
  expect(await steps('per-payment')).toContain('减除费用：收入 × 20% = 2,000.00 元')
})

it('finds a gross for every net to the fen', async () => {
  const payer = await signIn(services, 'payA1')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('cumulative' as const, 'per-payment' as const),
      fc.bigInt(1n, 999_999_999_99n),
      fc.bigInt(0n, 92_000_00n),
      async (method, netFen, incomeFen) => {
        const history = [{ month: '2026-02', incomeFen, withheldFen: incomeFen / 30n }]
        const input = { method, history }
        const found = await payer.answer('taxTrial', { ...input, amountFen: netFen, isNet: true })
        expect(found).toMatchObject({ netFen, exact: true })
        if (found.grossFen > 999_999_999_99n) return
        const back = await payer.answer('taxTrial', { ...input, amountFen: found.grossFen, isNet: false })
        expect(back).toEqual(found)
      },
    ),
    { numRuns: 40 },
  )
})
