// The people of a seed's providers: who uploads, approves, resolves and pays in, and whom the sheets pay.

import { createHash, randomUUID } from 'node:crypto'
import { NO_FACTOR } from '@paywages/domain/factors/factor-standing.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import type { Actor, SignedIn } from '../../actor.ts'
import { PAYER_ACCOUNT, PAYER_SEAL } from '../../adapters/personal-data/contexts.ts'
import { insertProvider, linkPlatforms } from '../../providers/store.ts'
import { payByFiles } from '../bank-files.ts'
import { cardFrom, idCardBorn, type SheetRow } from '../payout-sheet.ts'
import type { TestServices } from '../test-services.ts'
import type { Random } from './random.ts'

export type Provider = {
  readonly providerId: number
  readonly pay: SignedIn
  readonly check: SignedIn
  readonly manager: SignedIn
  readonly boss: SignedIn
  /** Files to propose with, of the manager and of the boss. */
  readonly evidence: Readonly<Record<'manager' | 'boss', string[]>>
  readonly rechargeIds: readonly number[]
}

/** Its own for every seed: what others paid to the same people would count with it, and a seed must end as it does alone. */
export async function createPlatform(services: TestServices): Promise<number> {
  const [row] = await services.query<{ id: number }>(
    'insert into platforms (name, created_at) values ($1, $2) returning platform_id as id',
    [`Simulation ${randomUUID()}`, services.clock.now()],
  )
  return row?.id ?? 0
}

const ROLES = ['pay', 'check', 'manager', 'boss'] as const

export async function createProvider(
  services: TestServices,
  platformId: number,
  random: Random,
  recharges: readonly Fen[],
): Promise<Provider> {
  const name = `Simulation ${randomUUID()}`
  const withholdsTax = random.chance(0.35)
  const terms = {
    name,
    serviceRate: random.pick([0, 65_000, 65_000, 123_456]),
    monthlyLimitFen: LIMIT_FEN,
    bankAccountName: name,
    taxpayerId: '91330100MA2B0X0X0X',
    contactUser: 'Contact',
    address: 'Hangzhou',
    bankAccount: '6222020012345678901',
    phone: '13912342001',
    withholdsTax,
    taxMethod: random.chance(0.5) ? ('cumulative' as const) : ('per-payment' as const),
    basicInfoFiledOn: '',
    gapRule: DEFAULT_GAP_RULE,
    vatBearer: DEFAULT_VAT_BEARER,
    unsignedBlocks: false,
  }
  const at = services.clock.now()
  const providerId = await services.database.transact(async (tx) => {
    const id = await insertProvider(tx, services.cipher, terms, at)
    await linkPlatforms(tx, id, [platformId])
    return id
  })
  const rows = await services.query<{ id: number; role: (typeof ROLES)[number] }>(
    `insert into accounts (account, real_name, password_hash, provider_id, platform_id, pay_right, check_right, manager,
       super_manager, must_change_password, created_at)
     select role || $1::int, role, '', $1, $2, role = 'pay', role = 'check', role in ('manager', 'boss'), role = 'boss', false, $3
     from unnest($4::text[]) role returning account_id as id, real_name as role`,
    [providerId, platformId, at, ROLES],
  )
  const person = (role: (typeof ROLES)[number]): SignedIn => ({
    accountId: rows.find((row) => row.role === role)?.id ?? 0,
    account: role + providerId,
    realName: role,
    providerId,
    providerName: name,
    platformId,
    platformName: 'Simulation',
    payRight: role === 'pay',
    checkRight: role === 'check',
    appLoginRight: false,
    manager: role === 'manager' || role === 'boss',
    superManager: role === 'boss',
    brand: 1,
    mustChangePassword: false,
    decidesFrom: null,
    sessionToken: Buffer.alloc(0),
    factor: NO_FACTOR,
  })
  const [pay, manager, boss] = [person('pay'), person('manager'), person('boss')]
  const evidence = {
    manager: await storeFiles(services, manager, 'evidence', 12),
    boss: await storeFiles(services, boss, 'evidence', 12),
  }
  const receipts = await storeFiles(services, pay, 'receipt', recharges.length)
  const rechargeIds = await storeRecharges(services, pay, receipts, recharges)
  return { providerId, pay, check: person('check'), manager, boss, evidence, rechargeIds }
}

/** Its starts go by files from now on, as messages: they are read again without a workbook. */
export async function openFileAccount(services: TestServices, providerId: number): Promise<void> {
  await payByFiles(services, providerId, 'pain.001.001.09')
}

/** Files as their uploads leave them, without the bytes. */
export async function storeFiles(
  services: TestServices,
  by: SignedIn,
  kind: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await services.query(
    `insert into files (file_id, store_key, kind, name, content, size_bytes, sha256, uploader_id, state, uploaded_at)
     select id::uuid, id, $2, 'a.pdf', 'pdf', 100, id, $3, 'stored', $4 from unnest($1::text[]) id`,
    [ids, kind, by.accountId, services.clock.now()],
  )
  return ids
}

/** Recharges that wait for their audit; the audit itself is the real one. */
async function storeRecharges(
  services: TestServices,
  by: SignedIn,
  receipts: readonly string[],
  amounts: readonly Fen[],
): Promise<number[]> {
  const at = services.clock.now()
  const rows = await services.query<{ id: bigint }>(
    `insert into recharges (provider_id, platform_id, creator_id, created_at, payer_name, payer_hash, sealed_payer, receiver_name,
       receiver_account, receiver_bank, amount_fen, pay_day, receipt_file_id, receipt_sha256)
     select $1::int, $2::int, $3::int, $4::timestamptz, 'Payer', $5, $6, 'R', '1', 'B', w.amount, ($4::timestamptz)::date, w.receipt::uuid, w.receipt
     from unnest($7::text[], $8::bigint[]) w(receipt, amount) returning recharge_id as id`,
    [
      by.providerId,
      by.platformId,
      by.accountId,
      at,
      services.cipher.shortHash('6222020012345678901', PAYER_ACCOUNT),
      services.cipher.seal('6222020012345678901', PAYER_SEAL),
      receipts,
      amounts,
    ],
  )
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
}

export function acting(services: TestServices, person: SignedIn): Actor {
  return {
    at: services.clock.now(),
    address: '192.0.2.1',
    requestId: 'simulation',
    hostname: 'localhost',
    person,
  }
}

/** What one person may earn in a month, little enough to be reached. */
export const LIMIT_FEN: Fen = 1_000_000n

/** A sheet of a few people, small enough that no month in it reaches the limit; `repeats` pays some of them the same twice. */
export function drawSheet(
  random: Random,
  batch: number,
  planned: Map<number, Fen>,
  { month, seed, repeats }: { readonly month: string; readonly seed: number; readonly repeats?: Random },
): SheetRow[] {
  const rows: SheetRow[] = []
  const count = random.between(1, 5)
  const pay = (person: number, amountFen: Fen, remark: string) => {
    const total = (planned.get(person) ?? 0n) + amountFen
    if (total >= LIMIT_FEN) return
    planned.set(person, total)
    rows.push(rowOf({ person, seed }, formatYuan(amountFen), month, remark))
  }
  for (let index = 0; index < count; index += 1) {
    const person = random.between(1, 5)
    const amountFen = BigInt(random.pick([1, 100, 80_000, 100_000, 123_457, 300_001]))
    pay(person, amountFen, `${batch}-${index}`)
    if (repeats?.chance(0.4)) pay(person, amountFen, `${batch}-${index} again`)
  }
  return rows.length > 0 ? rows : [rowOf({ person: 6, seed }, '1.00', month, `${batch}`)]
}

/** Every hundredth seed pays the same people: of all seeds, each start would go through whatever they all were ever paid. */
export function rowOf(
  { person, seed }: { readonly person: number; readonly seed: number },
  amount: string,
  month: string,
  remark: string,
): SheetRow {
  const family = seed % 100
  const digits = String(family).padStart(2, '0')
  return {
    name: ['王小明', '李芳', '欧阳娜', '赵一', '钱二', '孙三'][person - 1] ?? '周四',
    idCardNo: idCardBorn(new Date(Date.UTC(1990, 0, person)), family),
    phone: `139${digits}34200${person}`,
    bank: '中国工商银行',
    cardNo: cardFrom(`62220212020${digits}00${person}00`),
    amount,
    month,
    remark,
  }
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
