// Tests the real process: killed at random moments, short of disk, started twice, and stopped gently.

import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { BankClient, order, orders, type TestOrder } from './testing/bank-client.ts'
import { listen } from './testing/listener.ts'
import { newFolder, spawnBank } from './testing/open-banks.ts'
import type { TransferResult } from './transfer.ts'

// Where the machine is busy, a process takes seconds to load.
vi.setConfig({ testTimeout: 120_000 })
afterAll(() => vi.resetConfig())
const RETRY_POLICY = { timeout: 20_000 }

async function startOn(folder: string, before?: string) {
  const bank = spawnBank({ SANDBOX_BANK_DATA: folder }, before)
  const { address } = await bank.ready
  return { ...bank, client: new BankClient(address) }
}

it('executes each reference once despite being killed repeatedly', async () => {
  const folder = newFolder()
  const sent: TestOrder[] = []
  const acknowledged = new Map<string, TransferResult>()
  let cutShort = 0

  async function submitAndNote(client: BankClient, chunk: TestOrder[]): Promise<void> {
    for (const result of await client.submit(chunk)) {
      const before = acknowledged.get(result.reference)
      if (before) expect(result).toEqual(before)
      acknowledged.set(result.reference, result)
    }
  }
  async function submitUntilKilled(client: BankClient): Promise<void> {
    for (;;) {
      // Some of it sent before: as a customer does who got no answer.
      const chunk = [...orders(120), order('0001'), ...sent.slice(-30)]
      sent.push(...chunk.slice(0, 121))
      try {
        await submitAndNote(client, chunk)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        cutShort += 1
        return
      }
    }
  }

  for (let round = 0; round < 20; round++) {
    const { client, kill } = await startOn(folder)
    const known = [...acknowledged.values()].slice(-400)
    if (known.length > 0) expect(await client.query(known.map(({ reference }) => reference))).toEqual(known)
    const before = acknowledged.size
    const submitting = [1, 2, 3].map(() => submitUntilKilled(client))
    // In every other round the first answer is there, whatever the speed of the machine.
    if (round % 2 === 1)
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before), RETRY_POLICY)
    await sleep(Math.random() * 60)
    await kill()
    await Promise.all(submitting)
  }
  expect(cutShort).toBe(60)

  const { client, kill } = await startOn(folder)
  for (let from = 0; from < sent.length; from += 500) {
    await submitAndNote(client, sent.slice(from, from + 500))
  }
  const executed = await client.executed()
  const payable = sent.filter(({ cardNo }) => !cardNo.endsWith('0001'))
  expect(new Set(executed.map(({ reference }) => reference)).size).toBe(executed.length)
  const byReference = (one: { reference: string }, other: { reference: string }) =>
    one.reference < other.reference ? -1 : 1
  const report = ({ reference, amountFen }: { reference: string; amountFen: number }) => ({
    reference,
    amountFen,
  })
  expect(executed.map(report).toSorted(byReference)).toEqual(payable.map(report).toSorted(byReference))
  await kill()
})

it('stores and logs no card number, and delivers pending callbacks after a kill', async () => {
  const folder = newFolder()
  const listener = await listen()
  listener.answer = () => 500
  const first = await startOn(folder)
  await first.client.control({ notifyUrl: listener.url, delays: { slowMs: 1 } })
  const sent = [order(), order('0002'), order('0003')]
  await first.client.submit(sent)
  await vi.waitFor(() => expect(listener.callbacks.length).toBeGreaterThan(0), RETRY_POLICY)
  await first.kill()
  listener.answer = () => 204
  const second = await startOn(folder)
  await vi.waitFor(() => expect(listener.taken()).toHaveLength(3), RETRY_POLICY)
  second.child.kill('SIGTERM')
  const outputs = await Promise.all([first.ended, second.ended])
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const everything = [...kept, ...outputs.map(({ output }) => output)].join('\n')
  for (const { cardNo } of sent) expect(everything).not.toContain(cardNo.slice(0, 12))
  for (const { output } of outputs) expect(output).toMatch(/^The sandbox bank serves at \S+\.\n$/)
})

it('rejects a whole chunk on a full disk and stores nothing of it', async () => {
  const folder = newFolder()
  // In blocks of 1,024 bytes: room for one chunk and a half.
  const limited = await startOn(folder, 'ulimit -f 150')
  const [first, second] = [orders(400), orders(400)]
  const results = await limited.client.submit(first)
  const reply = await limited.client.call('POST', '/v1/transfers', { transfers: second })
  expect(reply).toMatchObject({ status: 500, isSigned: true })
  const request = async (client: BankClient, chunk: TestOrder[]) =>
    new Set((await client.query(chunk.map(({ reference }) => reference))).map(({ status }) => status))
  expect(await request(limited.client, second)).toEqual(new Set(['not-found']))
  expect(await limited.client.submit([order()])).toMatchObject([{ status: 'succeeded' }])
  await limited.kill()
  const { client } = await startOn(folder)
  expect(await request(client, second)).toEqual(new Set(['not-found']))
  expect(await client.submit(first)).toEqual(results)
  expect(await client.executed()).toHaveLength(401)
})

it('rejects a second process on the same folder until the first has ended', async () => {
  const folder = newFolder()
  const first = await startOn(folder)
  const second = await spawnBank({ SANDBOX_BANK_DATA: folder }).ended
  expect(second).toEqual({
    code: 1,
    output: `The sandbox bank is already running from ${folder} (pid ${first.child.pid}).\n`,
  })
  await first.kill()
  const rivals = [1, 2, 3, 4].map(() => spawnBank({ SANDBOX_BANK_DATA: folder }))
  const starts = await Promise.allSettled(rivals.map(({ ready }) => ready))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('exits with one sentence when it cannot start', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const cases: [Record<string, string>, string][] = [
    [{ BANK_SECRET: 'x'.repeat(31) }, 'The setting BANK_SECRET must have at least 32 characters.'],
    [{ SANDBOX_BANK_PORT: 'http' }, 'The setting SANDBOX_BANK_PORT must be a port'],
    [{ BANK_RECORD_DAYS: '0' }, 'The setting BANK_RECORD_DAYS must be a whole number of days'],
    [{ SANDBOX_BANK_NOTIFY_URL: 'ftp://x' }, 'The setting SANDBOX_BANK_NOTIFY_URL must be an http'],
    [
      { SANDBOX_BANK_PORT: port },
      `Port ${port} on 127.0.0.1 is in use; choose another with SANDBOX_BANK_PORT.`,
    ],
    [{ SANDBOX_BANK_HOST: '192.0.2.1' }, "of SANDBOX_BANK_HOST is not one of this machine's."],
    [{ SANDBOX_BANK_DATA: '/dev/null/x' }, 'The folder of SANDBOX_BANK_DATA cannot be used: '],
  ]
  const ends = await Promise.all(
    cases.map(([env]) => spawnBank({ SANDBOX_BANK_DATA: newFolder(), ...env }).ended),
  )
  taken.close()
  for (const [index, { code, output }] of ends.entries()) {
    expect(code).toBe(1)
    expect(output).toContain(cases[index]?.[1])
    expect(output).toMatch(/^[^\n]+\n$/)
  }
})

it.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)('shuts down gracefully on %s', async (how) => {
  const { child, client, ended } = await startOn(newFolder())
  await client.control({ latencyMs: 200 })
  const hanging = client.submit([order('0004')])
  const cutOff = expect(hanging).rejects.toThrow('fetch failed')
  await vi.waitFor(async () => expect(await client.executed()).toHaveLength(1), RETRY_POLICY)
  const inHand = client.submit([order()])
  // Its work is done in the middle of the pause, and its answer still to come.
  await vi.waitFor(async () => expect(await client.executed()).toHaveLength(2), RETRY_POLICY)
  if (how === 'disconnect') child.disconnect()
  else child.kill(how)
  expect(await inHand).toMatchObject([{ status: 'succeeded' }])
  await cutOff
  expect((await ended).code).toBe(0)
})
