// Of two database servers that were one, only that which the file store names sends orders and hands out bank files (ADR 167).

import type { DatabaseServer } from '@paywages/domain/transfers/sending-gate.ts'
import type { SendingServer } from '@paywages/domain/transfers/sending-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskStore } from '../adapters/file-store/disk.ts'
import { encryptStore } from '../adapters/file-store/encrypted.ts'
import type { FileStore } from '../adapters/file-store/file-store.ts'
import { StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import type { Database, Tx } from '../adapters/postgres/database.ts'
import { openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { downloaded, madeFiles } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { type GateRecord, readGate } from './gate-store.ts'
import { guardSending } from './guard-sending.ts'
import { readSending } from './read-sending.ts'
import { sendWaiting } from './send-transfers.ts'
import { readNamed, writeNamed } from './sending-server.ts'
import { showTransfers } from './show-transfers.ts'
import { takeOverSending } from './take-over-sending.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})
afterEach(() => services.close())

const SUPERSEDED = { state: 'halted', reason: 'superseded' }
const readGateNow = () => services.database.query((tx) => readGate(tx))
const current = async () => (await readGateNow()).current
const isGate = (answer: unknown): answer is GateRecord => (answer as GateRecord | null)?.gate !== undefined
const later = (ms: number) => services.clock.set(new Date(services.clock.now().getTime() + ms))
const naming = (server: DatabaseServer, replaced: readonly DatabaseServer[] = []): SendingServer => ({
  ...{ server, namedAt: services.clock.now(), waits: true, byHand: false, replaced },
})
/** As the other side of a split does, whose standby was promoted. */
const promoteOther = async () => {
  const own = await current()
  await writeNamed(services, naming({ ...own, timeline: own.timeline + 1 }, [own]))
}
const started = async (rows = 2) => {
  const people = await createPeople(services)
  const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
  return startedBatch(services, fixture, freshRows(rows))
}

describe('the server that is named', () => {
  it('names itself where nobody is, and only once', async () => {
    expect(await guardSending(services)).toEqual({ state: 'open' })
    const named = await readNamed(services)
    expect(named).toMatchObject({ server: await current(), waits: false, replaced: [] })
    later(60_000)
    await guardSending(services)
    expect(await readNamed(services)).toEqual(named)
  })

  it('sends no more once another is named, as soon as the last look no longer counts', async () => {
    await started(3)
    await guardSending(services)
    await guardSending(services)
    await promoteOther()
    later(4_999)
    expect(await sendWaiting(services, 1)).toBe(1)
    later(1)
    expect(await sendWaiting(services)).toBe(0)
    expect(await guardSending(services)).toEqual(SUPERSEDED)
    expect((await readSending(services)).sending).toContain('Another database server sends')
    // Neither a restart nor a file store that forgot the other one lets both send in turns.
    await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    expect(await guardSending(services)).toEqual(SUPERSEDED)
    await services.files.remove('sending-server')
    expect(await guardSending(services, { compare: true })).toEqual(SUPERSEDED)
    expect(await sendWaiting(services)).toBe(0)
  })

  it('takes over from an earlier timeline, compares only after that one is still, and then sends', async () => {
    await started()
    const own = await current()
    const before = { ...own, timeline: own.timeline - 1 }
    await writeNamed(services, naming(before))
    await services.query('update sending_gate set timeline = timeline - 1')
    const halted = { state: 'halted', reason: 'other-timeline' }
    expect(await guardSending(services)).toEqual(halted)
    expect(await readNamed(services)).toMatchObject({ server: own, replaced: [before] })
    expect((await readSending(services)).sending).toContain('waits 180 seconds until the server before this')
    // What the other one sent meanwhile is on the bank's record, which is read after that.
    services.bank.fault = () => 'lost-answer'
    later(services.settings.takeOverMs - 1)
    expect(await guardSending(services)).toEqual(halted)
    expect(await sendWaiting(services)).toBe(0)
    services.bank.fault = undefined
    later(1)
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect(await sendWaiting(services)).toBe(2)
  })

  it('is not held up where it was merely started again', async () => {
    await started()
    const own = await current()
    const before = { ...own, startedAt: new Date(own.startedAt.getTime() - 86_400_000) }
    await writeNamed(services, naming(before))
    await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect(await readNamed(services)).toMatchObject({ server: own, waits: false })
    expect(await sendWaiting(services)).toBe(2)
  })

  it('is named again by an operator alone, waits, and compares', async () => {
    await started()
    await guardSending(services)
    await promoteOther()
    expect(await guardSending(services)).toEqual(SUPERSEDED)
    const word = { by: 'operator', reason: 'the promoted one is off' }
    expect(await takeOverSending(services, word)).toBe(true)
    expect(await guardSending(services)).toEqual(SUPERSEDED)
    later(services.settings.takeOverMs)
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect(await sendWaiting(services)).toBe(2)
    expect(await takeOverSending(services, word)).toBe(false)
    expect(
      await services.query(
        `select object_name as by, reason from audit_entries where action = 'take-over-sending'`,
      ),
    ).toEqual([word])
  })
})

it.each(['timeline', 'systemIdentifier'] as const)(
  'proves nothing for this server by a comparison that was begun on one of another %s',
  async (other) => {
    await started()
    await guardSending(services)
    const own = await readGateNow()
    later(600_000)
    // Its reads still reach the other side of a split, and its writes this one.
    const seen = { ...own, current: { ...own.current, [other]: 77 } }
    await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    await services.files.remove('sending-server')
    const database: Database = {
      ...services.database,
      query: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const answer = await services.database.query(work)
        return isGate(answer) ? { ...answer, current: seen.current } : answer
      },
    }
    await guardSending({ ...services, database })
    const { recorded, current, comparedAt } = await readGateNow()
    expect(comparedAt).toEqual(own.comparedAt)
    expect(recorded.startedAt).not.toEqual(current.startedAt)
    expect(await sendWaiting(services)).toBe(0)
    await services.files.remove('sending-server')
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect((await readGateNow()).comparedAt).toEqual(services.clock.now())
    expect(await sendWaiting(services)).toBe(2)
  },
)

it('says on the page that the workbench leads to why nothing is sent', async () => {
  await createPeople(services)
  await guardSending(services)
  const payer = await signIn(services, 'payA1')
  const told = () => payer.answer('acceptedOrdersHold', {})
  expect(await told()).toEqual({ since: null, reason: null })
  await promoteOther()
  await guardSending(services)
  expect(await told()).toEqual({ since: expect.any(Date), reason: 'superseded' })
})

it('is a metric while nothing is sent, with the reason', async () => {
  const told = async () => {
    await showTransfers(services)
    const { values } = await services.metrics.sendingHalted.get()
    return values.map(({ labels, value }) => [labels.reason, value])
  }
  await guardSending(services)
  await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
  expect(await told()).toEqual([['not-compared', 1]])
  await guardSending(services)
  expect(await told()).toEqual([])
  await promoteOther()
  await guardSending(services)
  expect(await told()).toEqual([['superseded', 1]])
})

it('leaves a halt of a newer release standing, and tells of it', async () => {
  await started()
  await guardSending(services)
  const reason = 'word-of-a-newer-release'
  await services.query(`update sending_gate set state = 'halted', reason = '${reason}', halted_at = now()`)
  const payer = await signIn(services, 'payA1')
  expect(await payer.answer('acceptedOrdersHold', {})).toEqual({ since: expect.any(Date), reason })
  expect((await readSending(services)).sending).toMatch(/newer release knows \(word-of-a-newer-release\)/)
  expect(await guardSending(services, { compare: true })).toEqual({ state: 'halted', reason })
  expect(await sendWaiting(services)).toBe(0)
})

it('goes on while the store is away, and starts nothing there', async () => {
  const inner = await openDiskStore(`${services.settings.dataDir}/files`)
  let isAway = false
  const files: FileStore = {
    ...inner,
    get: async (...args) => {
      if (isAway) throw new StoreUnavailable('away')
      return inner.get(...args)
    },
  }
  const over = { ...services, files: encryptStore(files, services.keys) }
  await started(2)
  await guardSending(over)
  isAway = true
  later(60_000)
  expect(await guardSending(over)).toEqual({ state: 'open' })
  expect(await sendWaiting(over, 1)).toBe(1)
  await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
  await expect(guardSending(over)).rejects.toThrow('before the file store tells')
  expect(await sendWaiting(over)).toBe(0)
  isAway = false
  expect(await guardSending(over)).toEqual({ state: 'open' })
  expect(await sendWaiting(over)).toBe(1)
})

it('hands out no bank file where another server is named, also where no worker runs', async () => {
  const { company } = await openFileCases(services)
  const fixture = await company()
  const { files } = await madeFiles(services, fixture)
  await promoteOther()
  later(5_000)
  expect(await refusal(downloaded(services, files[0] ?? 0, fixture.pay))).toBe('bank-file-superseded')
  await guardSending(services)
  expect(await refusal(downloaded(services, files[0] ?? 0, fixture.pay))).toBe('bank-file-superseded')
})
