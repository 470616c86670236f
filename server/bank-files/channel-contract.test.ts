// What every channel promises of a started batch, whoever stands behind it: each order once, money held until the bank has spoken (ADR 84).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import {
  fileChannel,
  type OnChannel,
  sandboxDirectly,
  type TriedChannel,
  testsOwnBank,
} from '../testing/channels.ts'
import { balanceOf } from '../testing/provider-fixture.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
// What the sandbox paid directly stands in no record of the tests' own bank.
afterAll(() => cases.close([/^our books paid \S+, the bank did not$/]))

describe.each([
  ['the tests’ own bank', testsOwnBank],
  ['the sandbox bank, directly', sandboxDirectly],
  ['files through the sandbox bank’s page', fileChannel],
])('channel: %s', (_, open) => {
  let channel: TriedChannel
  beforeAll(async () => {
    channel = await open(cases)
  })
  afterAll(() => channel.close())

  const states = ({ batchId }: OnChannel) => cases.states(batchId)
  const money = async ({ fixture }: OnChannel) => {
    const { held, outcome } = await balanceOf(cases.services, fixture)
    return { held, outcome }
  }
  const told = async ({ batchId }: OnChannel) =>
    cases.services.query<{ kind: string; to: string; alarm: string | null }>(
      `select s.kind, s.to_state as "to", s.alarm from transfer_steps s join transfers t using (row_id)
       where t.batch_id = $1 order by s.event_id, s.row_id`,
      [batchId],
    )
  /** Handed over, and heard of. */
  async function paid(endings: readonly string[]): Promise<OnChannel> {
    const batch = await channel.start(await cases.company(), endings)
    await channel.handOver(batch)
    await channel.learn(batch)
    return batch
  }

  it('holds the money of what was started, and nothing of it is at the bank', async () => {
    const batch = await channel.start(await cases.company(), [''])
    expect(await states(batch)).toEqual(['reserved'])
    expect(await channel.executions(batch)).toEqual([0])
    expect((await money(batch)).held).toBeGreaterThan(10_000n)
    await channel.handOver(batch)
    await channel.learn(batch)
  })

  it('settles what the bank has paid, and releases what it has refused', async () => {
    const batch = await paid(['', '0001', ''])
    expect(await states(batch)).toEqual(['succeeded', 'failed', 'succeeded'])
    expect(await channel.executions(batch)).toEqual([1, 0, 1])
    expect(await money(batch)).toEqual({ held: 0n, outcome: 20_000n })
  })

  it('executes an order once, however often it is handed over', async () => {
    const batch = await paid([''])
    await channel.handOver(batch)
    await channel.handOver(batch)
    await channel.learn(batch)
    expect([await channel.executions(batch), await states(batch)]).toEqual([[1], ['succeeded']])
    expect(await money(batch)).toEqual({ held: 0n, outcome: 10_000n })
  })

  it('leaves in doubt what the bank does not name, with its money', async () => {
    const batch = await paid(['', '0005'])
    expect(await states(batch)).toEqual(['succeeded', 'in-doubt'])
    expect((await money(batch)).held).toBeGreaterThan(10_000n)
  })

  it('changes nothing when it hears the same again', async () => {
    const batch = await paid(['', '0002'])
    const [before, balance] = [await told(batch), await money(batch)]
    await channel.learn(batch)
    expect([await told(batch), await money(batch)]).toEqual([before, balance])
  })

  it('takes nothing back when the bank contradicts itself, and raises an alarm', async () => {
    const batch = await paid([''])
    const balance = await money(batch)
    await channel.contradict(batch)
    expect([await states(batch), await money(batch)]).toEqual([['succeeded'], balance])
    expect((await told(batch)).at(-1)).toMatchObject({ to: 'succeeded', alarm: 'contradiction' })
  })
})
