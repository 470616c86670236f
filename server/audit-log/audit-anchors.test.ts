// Anchors of the audit log: the end cannot be cut unnoticed, a restore is told and acknowledged, and what is published stays small (ADR 33).

import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ANCHORS_PREFIX, type AnchorPlace, AnchorTaken } from '../adapters/audit-anchors/anchor-place.ts'
import { partitionsOf } from '../testing/audit-parts.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { acknowledgeRestore } from './acknowledge-restore.ts'
import { anchorChain, LogBehindAnchor } from './anchor-chain.ts'
import { HEAD_KEY } from './anchor-head.ts'
import { recordAnonymousEntry } from './record-entry.ts'
import { verifyChain } from './verify-chain.ts'

/** What is kept back is tried where sending is. */
const hold = async () => undefined

const DAY = 86_400_000
const MINUTES = 300_000
let services: TestServices
let bucket: Map<string, string>

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

// An empty log for each test, which only someone who may switch off the triggers can make.
beforeEach(async () => {
  services.clock.set(MONDAY)
  bucket = new Map()
  for (const table of ['audit_entries', 'audit_seals', ...(await partitionsOf(services))])
    await services.query(`alter table ${table} disable trigger user`)
  await services.query('truncate audit_entries, audit_seals restart identity')
  for (const key of [...(await keys()), HEAD_KEY]) await services.files.remove(key)
})

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of services.files.list(ANCHORS_PREFIX)) found.push(key)
  return found.sort()
}

const write = (name: string) =>
  services.database.transact((tx) =>
    recordAnonymousEntry(
      tx,
      { at: services.clock.now(), address: '192.0.2.1', requestId: 'r', hostname: 'h' },
      { action: 'add-platform', object: { kind: 'platform', id: 1, name } },
    ),
  )

/** An entry, a seal and an anchor for each name, five minutes apart. */
async function anchor(on: Parameters<typeof anchorChain>[0], ...names: string[]): Promise<void> {
  for (const name of names) {
    services.clock.advance(MINUTES)
    await write(name)
    await anchorChain(on)
  }
}

/** What a database administrator does, or a restore to an earlier point. */
async function cutAfter(sealId: number): Promise<void> {
  await services.query('delete from audit_entries where seal_id > $1', [sealId])
  await services.query('delete from audit_seals where seal_id > $1', [sealId])
  await services.query(`alter table audit_seals alter column seal_id restart with ${sealId + 1}`)
}

const place: AnchorPlace = {
  name: 'anchor bucket',
  publish: async (key, text) => {
    if ((bucket.get(key) ?? text) !== text) throw new AnchorTaken(key, 'anchor bucket')
    bucket.set(key, text)
  },
  read: async (key) => bucket.get(key),
  keys: async function* () {
    yield* bucket.keys()
  },
}
const withBucket = () => ({ ...services, auditBucket: place })
const faults = async (on: Parameters<typeof verifyChain>[0] = services) => (await verifyChain(on)).faults

it('publishes every new seal, and nothing while nothing is sealed', async () => {
  expect(await anchorChain(services)).toBeUndefined()
  await anchor(services, 'one', 'two')
  expect(await anchorChain(services)).toBeUndefined()
  expect(await keys()).toEqual(['audit-anchors/000000001-2026-03-16', 'audit-anchors/000000002-2026-03-16'])
  expect(await verifyChain(services)).toMatchObject({ seals: 2, anchors: 2, faults: [] })
})

it('keeps all anchors of two days, and the last one of each earlier day', async () => {
  for (let day = 0; day < 4; day += 1) {
    await anchor(services, 'a', 'b', 'c')
    services.clock.advance(DAY)
  }
  expect(await keys()).toEqual(
    [3, 6, 7, 8, 9, 10, 11, 12].map(
      (number) => `audit-anchors/${String(number).padStart(9, '0')}-2026-03-${15 + Math.ceil(number / 3)}`,
    ),
  )
  expect(await faults()).toEqual([])
})

describe('a cut or rewritten log', () => {
  const OLDER =
    'the log is older than anchor 3 of 2026-03-16T02:15:00.000Z, which names seal 3: its end was cut off or written anew, or the database was restored to an earlier point (docs/OPERATIONS.md)'

  it.each([2, 1, 0])('is found when everything after seal %i is deleted', async (kept) => {
    await anchor(services, 'one', 'two', 'three')
    await cutAfter(kept)
    expect(await faults()).toEqual([OLDER])
  })

  it('is found when the end was cut and other entries were sealed in its place, with the right key', async () => {
    await anchor(services, 'one', 'two', 'three')
    await cutAfter(1)
    await write('instead of two')
    await expect(anchorChain(services)).rejects.toThrow(LogBehindAnchor)
    await write('instead of three')
    await expect(anchorChain(services)).rejects.toThrow(LogBehindAnchor)
    expect(await keys()).toHaveLength(3)
    expect(await faults()).toEqual([OLDER])
    expect((await services.metrics.auditBehindAnchor.get()).values[0]?.value).toBe(1)
  })

  it('is found by the second place when the anchors were taken out of the file store as well', async () => {
    await anchor(withBucket(), 'one', 'two', 'three')
    expect(await faults(withBucket())).toEqual([])
    await cutAfter(1)
    for (const key of [...(await keys()).slice(1), HEAD_KEY]) await services.files.remove(key)
    expect(await faults()).toEqual([])
    expect(await faults(withBucket())).toEqual([OLDER, 'anchor 3 is missing'])
    // Nor can the log be anchored anew from there.
    await write('instead of two')
    await expect(anchorChain(withBucket())).rejects.toThrow(AnchorTaken)
  })

  it('is not excused in the middle', async () => {
    await anchor(services, 'one', 'two', 'three')
    await services.query("update audit_seals set digest = repeat('0', 64) where seal_id = 2")
    expect(await faults()).toContain(
      'anchor 2 of 2026-03-16T02:10:00.000Z names a seal that is gone or changed',
    )
    expect(await acknowledgeRestore(services, { by: '张工', reason: 'x', hold })).toEqual({
      refused: 'changed-in-the-middle',
    })
  })
})

describe('anchors that were tampered with', () => {
  it.each([
    ['an anchor of today', 1, ['anchor 2 is missing']],
    ['the newest anchor', 2, ['anchor 3 is missing']],
  ])('are found: %s taken away', async (_, index, expected) => {
    await anchor(services, 'one', 'two', 'three')
    await services.files.remove((await keys())[index] ?? '')
    expect(await faults()).toEqual(expected)
  })

  it('are found: the kept one of an earlier day taken away', async () => {
    for (let day = 0; day < 3; day += 1) {
      await anchor(services, 'a', 'b')
      services.clock.advance(DAY)
    }
    await services.files.remove('audit-anchors/000000002-2026-03-16')
    expect(await faults()).toEqual(['anchor 2 is missing'])
  })

  it('are found: unreadable, or not signed by us', async () => {
    await anchor(services, 'one')
    const put = (key: string, text: string) =>
      services.files.put(key, Readable.from([Buffer.from(text)]), { limitBytes: 10_000 })
    await put('audit-anchors/2026-03-15', '{')
    const body = await services.files.get('audit-anchors/000000001-2026-03-16')
    const forged = JSON.parse(String(Buffer.concat(await (body?.stream.toArray() ?? []))))
    await put('audit-anchors/000000001-2026-03-16', JSON.stringify({ ...forged, at: '2026-03-16' }))
    expect(await faults()).toEqual([
      'the anchor audit-anchors/000000001-2026-03-16 was not made here',
      'the anchor audit-anchors/2026-03-15 cannot be read',
    ])
  })

  it('are found: taken out of the second place', async () => {
    await anchor(withBucket(), 'one', 'two')
    bucket.delete([...bucket.keys()].at(-1) ?? '')
    expect(await faults(withBucket())).toEqual(['anchor 2 is missing in the anchor bucket'])
  })
})

it('holds the log against the daily anchors of earlier releases as well', async () => {
  await anchor(services, 'one')
  const [seal] = await services.query<{ digest: string }>('select digest from audit_seals')
  const daily = { sealId: '1', digest: seal?.digest, entries: '1', at: '2026-03-15T16:10:00.000Z' }
  const put = (text: object) =>
    services.files.put('audit-anchors/2026-03-16', Readable.from([Buffer.from(JSON.stringify(text))]), {
      limitBytes: 10_000,
    })
  await put(daily)
  expect(await faults()).toEqual([])
  await put({ ...daily, digest: '0' })
  expect(await faults()).toEqual([
    'anchor 0 of 2026-03-15T16:10:00.000Z names a seal that is gone or changed',
  ])
})

it('catches up with a second place that was away', async () => {
  const away = { ...place, publish: () => Promise.reject(new Error('away')) }
  for (const name of ['one', 'two']) {
    await write(name)
    await expect(anchorChain({ ...services, auditBucket: away })).rejects.toThrow('away')
  }
  expect([...bucket.keys()]).toEqual([])
  await anchor(withBucket(), 'three')
  expect([...bucket.keys()]).toEqual(await keys())
  expect(await faults(withBucket())).toEqual([])
})

it('goes on after a crash between remembering an anchor and publishing it', async () => {
  await anchor(services, 'one', 'two')
  await services.files.remove((await keys())[1] ?? '')
  await anchor(services, 'three')
  expect(await keys()).toHaveLength(3)
  expect(await faults()).toEqual([])
})

describe('acknowledging a restore', () => {
  it('is refused while nothing is lost', async () => {
    await anchor(services, 'one')
    expect(await acknowledgeRestore(services, { by: '张工', reason: 'x', hold })).toEqual({
      refused: 'nothing-lost',
    })
  })

  it('takes from the second place what a restore of the files lost', async () => {
    await anchor(withBucket(), 'one', 'two', 'three')
    await cutAfter(1)
    for (const key of [...(await keys()).slice(1), HEAD_KEY]) await services.files.remove(key)
    const outcome = await acknowledgeRestore(withBucket(), {
      by: '张工',
      reason: '全部恢复',
      hold,
    })
    expect(outcome).toMatchObject({ given: 2, anchor: { number: 4 } })
    await anchor(withBucket(), 'after')
    expect(await faults(withBucket())).toEqual([])
    expect([...bucket.keys()]).toEqual(await keys())
  })

  it('is itself anchored, lets anchors go on, and excuses nothing else', async () => {
    await anchor(withBucket(), 'one', 'two', 'three')
    await cutAfter(1)
    const outcome = await acknowledgeRestore(withBucket(), {
      by: '张工',
      reason: '恢复到 10:05',
      hold,
    })
    expect(outcome).toMatchObject({
      given: 2,
      keptSealId: '1',
      anchor: { number: 4, restored: { by: '张工', reason: '恢复到 10:05', keptSealId: '1' } },
    })
    await anchor(withBucket(), 'after', 'later')
    expect(await faults(withBucket())).toEqual([])
    const entries = await services.query(
      "select reason from audit_entries where action = 'acknowledge-restore'",
    )
    expect(entries).toEqual([{ reason: '恢复到 10:05' }])
    await cutAfter(3)
    expect((await faults(withBucket()))[0]).toContain('the log is older than anchor 6')
    await cutAfter(0)
    expect((await faults(withBucket()))[0]).toContain('the log is older than anchor 6')
  })
})
