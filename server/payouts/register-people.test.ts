// People of accepted sheets become known to their provider in the background (D26).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_SEAL, FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import { holdLock } from '../testing/held-lock.ts'
import { payStored, storeBatch, takeStep, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { registerWaitingPeople } from './register-people.ts'
import { hashRow } from './seal-row.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

// Whatever another test left is not this one's to count.
beforeEach(() => registerWaitingPeople(services))

type Known = Record<
  'id_hash' | 'sealed_id' | 'name' | 'phone_hash' | 'card_hash' | 'bank' | 'sealed_contact',
  string
> & {
  provider_id: number
  name_bound: boolean
  registered_at: Date
  refreshed_at: Date
}

const hashesOf = (row: SheetRow) => hashRow(services.cipher, row)

async function knownOf(row: SheetRow): Promise<Known[]> {
  return services.query<Known>(
    'select * from provider_freelancers pf join freelancers f using (freelancer_id) where f.id_hash = $1 order by provider_id',
    [hashesOf(row).idHash],
  )
}

describe('registerWaitingPeople', () => {
  it('registers the people of a sheet at its provider, encrypted', async () => {
    const row = freshRow({ bank: '招商银行' })
    await storeBatch(services, 'payA1', [row, freshRow()])
    expect(await knownOf(row)).toEqual([])
    expect(await registerWaitingPeople(services)).toBe(1)
    const [known, another] = await knownOf(row)
    const { idHash, phoneHash, cardHash } = hashesOf(row)
    const at = services.clock.now()
    expect(another).toBeUndefined()
    expect(known).toMatchObject({
      provider_id: people.providers.A1,
      id_hash: idHash,
      phone_hash: phoneHash,
      card_hash: cardHash,
      name: row.name,
      bank: '招商银行',
      name_bound: false,
      registered_at: at,
      refreshed_at: at,
    })
    expect(services.cipher.open(known?.sealed_id ?? '', FREELANCER_SEAL)).toBe(row.idCardNo)
    const { phone, cardNo } = row
    expect(services.cipher.openFields(known?.sealed_contact ?? '', CONTACT_SEAL)).toEqual({ phone, cardNo })
  })

  it('registers each batch once', async () => {
    await storeBatch(services, 'payA1')
    expect(await registerWaitingPeople(services)).toBe(1)
    expect(await registerWaitingPeople(services)).toBe(0)
  })

  it('stores a person once and links them to each provider that pays them', async () => {
    const row = freshRow()
    await storeBatch(services, 'payA1', [row])
    await storeBatch(services, 'payB1', [row])
    await registerWaitingPeople(services)
    expect((await knownOf(row)).map(({ provider_id }) => provider_id)).toEqual([
      people.providers.A1,
      people.providers.B1,
    ])
    expect(
      await services.query('select 1 from freelancers where id_hash = $1', [hashesOf(row).idHash]),
    ).toHaveLength(1)
  })

  it('registers nobody from a rejected sheet', async () => {
    const row = freshRow()
    await uploadRows(services, 'payA1', [row, freshRow({ amount: '0' })])
    expect(await registerWaitingPeople(services)).toBe(0)
    expect(await knownOf(row)).toEqual([])
  })

  it('handles more people than one chunk; the last row of a person wins', async () => {
    const rows = freshRows(1_001)
    const last = rows.at(-1) as SheetRow
    await storeBatch(services, 'payA1', [
      ...rows,
      { ...(rows[0] as SheetRow), phone: '13700000000', remark: 'again' },
    ])
    await registerWaitingPeople(services)
    expect(await knownOf(last)).toHaveLength(1)
    // The later row of one person counts, also across pieces.
    const [first] = await knownOf(rows[0] as SheetRow)
    expect(first?.phone_hash).toBe(hashesOf({ ...last, phone: '13700000000' }).phoneHash)
  })
})

describe('registering a later sheet', () => {
  const moved = (row: SheetRow): SheetRow => ({
    ...row,
    name: '诸葛亮',
    phone: '13700000001',
    bank: '招商银行',
    cardNo: freshRow().cardNo,
    amount: '1',
  })

  it('updates phone, card, bank and a name that is not bound yet', async () => {
    const row = freshRow()
    await storeBatch(services, 'payA1', [row])
    await registerWaitingPeople(services)
    const registeredAt = services.clock.now()
    services.clock.advance(60_000)
    const later = moved(row)
    await storeBatch(services, 'payA1', [later])
    await registerWaitingPeople(services)
    const { phoneHash, cardHash } = hashesOf(later)
    expect(await knownOf(row)).toMatchObject([
      {
        name: '诸葛亮',
        bank: '招商银行',
        phone_hash: phoneHash,
        card_hash: cardHash,
        registered_at: registeredAt,
        refreshed_at: services.clock.now(),
      },
    ])
  })

  it('keeps a bound name', async () => {
    const row = freshRow()
    // Validated while nothing bound yet, registered when the name did.
    const [first, later] = [await storeBatch(services, 'payA1', [row]), moved(row)]
    await registerWaitingPeople(services)
    services.clock.advance(60_000)
    await storeBatch(services, 'payA1', [later])
    await payStored(services, first.batchId)
    await registerWaitingPeople(services)
    expect(await knownOf(row)).toMatchObject([
      { name: row.name, name_bound: true, card_hash: hashesOf(later).cardHash, bank: '招商银行' },
    ])
  })

  it('is not overwritten by an earlier sheet that is registered afterwards', async () => {
    const row = freshRow()
    const later = moved(row)
    const early = await storeBatch(services, 'payA1', [row])
    services.clock.advance(60_000)
    await storeBatch(services, 'payA1', [later])
    // Another worker is busy with the early batch while this one takes the later.
    const lock = await holdLock(services, 'select 1 from payout_batches where batch_id = $1 for update', [
      early.batchId,
    ])
    expect(await registerWaitingPeople(services)).toBe(1)
    await lock.release()
    expect(await registerWaitingPeople(services)).toBe(1)
    expect(await knownOf(row)).toMatchObject([{ name: '诸葛亮', card_hash: hashesOf(later).cardHash }])
  })
})

describe('several workers at once', () => {
  it('register each batch exactly once', async () => {
    const shared = freshRows(20)
    for (const account of ['payA1', 'payA1', 'payB1', 'payA1'])
      await storeBatch(services, account, [
        ...shared.map((row) => ({ ...row, remark: account })),
        ...freshRows(5),
      ])
    const other = await openTestServices({ sharing: services })
    try {
      const done = await Promise.all([services, other, services, other].map(registerWaitingPeople))
      expect(done.reduce((sum, batches) => sum + batches, 0)).toBe(4)
    } finally {
      await other.close()
    }
    expect(await services.query('select 1 from payout_batches where registered_at is null')).toEqual([])
    for (const row of shared) expect(await knownOf(row)).toHaveLength(2)
  })
})

it('registers people before approval and keeps them when the batch is rejected', async () => {
  const row = freshRow()
  const { batchId } = await storeBatch(services, 'payA1', [row])
  await takeStep(services, 'payA1', batchId, 'audit-rejected')
  expect(await registerWaitingPeople(services)).toBe(1)
  expect(await knownOf(row)).toHaveLength(1)
})
