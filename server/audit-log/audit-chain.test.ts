// The chain over the audit log: complete whatever the order of commits, and broken by any tampering (D34).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../adapters/postgres/database.ts'
import { emptyLog, tamper } from '../testing/audit-parts.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { recordAnonymousEntry } from './record-entry.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

beforeEach(async () => {
  services.clock.set(MONDAY)
  await emptyLog(services)
})

const origin = () => ({ at: services.clock.now(), address: '192.0.2.1', requestId: 'r', hostname: 'h' })
const write = (tx: Tx, name: string) =>
  recordAnonymousEntry(tx, origin(), {
    action: 'add-platform',
    object: { kind: 'platform', id: 1, name },
    after: { name, nested: ['中', 1] },
  })
async function writeAndSeal(...names: string[]): Promise<void> {
  for (const name of names) await services.database.transact((tx) => write(tx, name))
  await sealEntries(services)
}

it('seals new entries once and verifies', async () => {
  expect(await verifyChain(services)).toEqual({
    seals: 0,
    entries: 0,
    unsealed: 0,
    anchors: 0,
    archived: 0,
    faults: [],
  })
  await writeAndSeal('one', 'two')
  await writeAndSeal('three')
  expect(await sealEntries(services)).toBe(0)
  await services.database.transact((tx) => write(tx, 'four'))
  expect(await verifyChain(services)).toEqual({
    seals: 2,
    entries: 3,
    unsealed: 1,
    anchors: 0,
    archived: 0,
    faults: [],
  })
})

it('seals every entry of overlapping transactions that commit out of order', async () => {
  const early = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = services.database.transact(async (tx) => {
    await write(tx, 'early id, late commit')
    written.resolve()
    await early.promise
  })
  await written.promise
  await services.database.transact((tx) => write(tx, 'late id, early commit'))
  expect(await sealEntries(services)).toBe(1)
  early.resolve()
  await slow
  expect(await sealEntries(services)).toBe(1)
  expect(await verifyChain(services)).toMatchObject({ seals: 2, entries: 2, unsealed: 0, faults: [] })
})

it('seals nothing of a transaction that was rolled back', async () => {
  await expect(
    services.database.transact(async (tx) => {
      await write(tx, 'never')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await sealEntries(services)).toBe(0)
})

it('allows several sealers to run concurrently', async () => {
  const other = await openTestServices({ sharing: services })
  try {
    for (let n = 0; n < 20; n += 1) await services.database.transact((tx) => write(tx, `entry ${n}`))
    const counts = await Promise.all([services, other, services, other].map((one) => sealEntries(one)))
    await sealEntries(services)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20)
    expect(await verifyChain(services)).toMatchObject({ entries: 20, unsealed: 0, faults: [] })
  } finally {
    await other.close()
  }
})

it('seals more entries than fit in one batch', async () => {
  await services.query(
    "insert into audit_entries (at, account, real_name, address, request_id, action, object_kind, object_id, result) select now(), 'a', 'b', 'c', 'd', 'login', 'account', n::text, 'done' from generate_series(1, 5001) n",
  )
  expect(await sealEntries(services)).toBe(5_001)
  expect(await verifyChain(services)).toMatchObject({ seals: 2, entries: 5_001, faults: [] })
})

describe('triggers on the audit log', () => {
  const change = [
    "update audit_entries set account = 'x'",
    'update audit_entries set seal_id = null',
    'update audit_entries set seal_id = seal_id + 1',
    'delete from audit_entries',
    'truncate audit_entries cascade',
    "update audit_seals set digest = 'x'",
    'delete from audit_seals',
    'truncate audit_seals cascade',
    "update audit_entries set seal_id = 1, reason = 'slipped in' where seal_id is null",
  ]
  it.each(change)('reject: %s', async (statement) => {
    await writeAndSeal('one')
    await services.database.transact((tx) => write(tx, 'not sealed yet'))
    await expect(services.query(statement)).rejects.toThrow('append-only')
    expect(await verifyChain(services)).toMatchObject({ entries: 1, unsealed: 1, faults: [] })
  })
})

describe('verifyChain after tampering with disabled triggers', () => {
  const COLUMNS = 'at, account, real_name, address, request_id, action, object_kind, object_id, result'
  it.each([
    ['a changed name', "update audit_entries set account = 'x' where entry_id = 3", 'seal 2 does not match'],
    [
      'a changed time',
      "update audit_entries set at = at + interval '1 microsecond' where entry_id = 1",
      'seal 1 does',
    ],
    [
      'a changed after',
      `update audit_entries set after = '{"name": "x"}' where entry_id = 5`,
      'seal 3 does not',
    ],
    ['a removed entry', 'delete from audit_entries where entry_id = 3', 'covers 2 entries but 1 are there'],
    [
      'an added entry',
      `insert into audit_entries (${COLUMNS}, seal_id) select ${COLUMNS}, seal_id from audit_entries where entry_id = 1`,
      'covers 2 entries but 3 are there',
    ],
    [
      'two entries exchanged',
      'update audit_entries set seal_id = 5 - seal_id where entry_id in (3, 5)',
      'seal 2 does not',
    ],
    [
      'a removed seal with its entries',
      'delete from audit_entries where seal_id = 2; delete from audit_seals where seal_id = 2',
      'seal 3 does not',
    ],
    [
      'a changed digest',
      "update audit_seals set digest = repeat('0', 64) where seal_id = 3",
      'seal 3 does not',
    ],
    ['a changed count', 'update audit_seals set entry_count = 1 where seal_id = 1', 'covers 1 entries but 2'],
    [
      'another key’s name',
      "update audit_seals set key_id = 'deadbeef' where seal_id = 1",
      'made with the key deadbeef',
    ],
  ])('detects %s', async (_, statement, fault) => {
    await writeAndSeal('one', 'two')
    await writeAndSeal('three', 'four')
    await writeAndSeal('five', 'six')
    await tamper(services, statement)
    expect((await verifyChain(services)).faults.join('\n')).toContain(fault)
  })
})

it('continues under a new key and needs the old key to verify older seals', async () => {
  const SECRET_KEY = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'
  await writeAndSeal('under the old key')
  const rotated = await openTestServices({
    sharing: services,
    settings: { SECRET_KEY, SECRET_KEY_OLD: services.settings.secretKey },
  })
  const forgetful = await openTestServices({ sharing: services, settings: { SECRET_KEY } })
  try {
    await services.database.transact((tx) => write(tx, 'under the new key'))
    await sealEntries(rotated)
    expect(await verifyChain(rotated)).toMatchObject({ seals: 2, entries: 2, faults: [] })
    expect((await verifyChain(forgetful)).faults).toEqual([
      `seal 1 was made with the key ${services.keys.currentId}, which is not in SECRET_KEY_OLD`,
    ])
  } finally {
    await rotated.close()
    await forgetful.close()
  }
})
