// Tests that the bank misbehaves exactly as it is told to.

import { afterAll, expect, it, vi } from 'vitest'
import { drawFault, seededRandom } from './faults.ts'
import { order } from './testing/bank-client.ts'
import { openBank } from './testing/open-banks.ts'

// Where the machine is busy, what takes milliseconds may take seconds.
vi.setConfig({ testTimeout: 30_000 })
afterAll(() => vi.resetConfig())

const RETRY_POLICY = { timeout: 10_000 }

it('returns its settings and keeps the URL and the delays over a restart', async () => {
  const { client, folder, stop } = await openBank()
  const delays = { slowMs: 5_000, notAcceptedMs: 10_000, returnMs: 10_000 }
  const { body, isSigned } = await client.call('GET', '/control')
  expect(isSigned).toBe(true)
  expect(body).toMatchObject({ hangRate: 0, outage: false, callbacks: true, notifyUrl: null, delays })
  await client.control({ notifyUrl: 'http://127.0.0.1:9/x', delays: { slowMs: 7 }, hangRate: 0.5, seed: 3 })
  await client.control({ outage: true })
  await stop()
  const again = await openBank({ folder })
  expect((await again.client.call('GET', '/control')).body).toMatchObject({
    notifyUrl: 'http://127.0.0.1:9/x',
    delays: { ...delays, slowMs: 7 },
    hangRate: 0,
    outage: false,
  })
  await again.stop()
  const overridden = await openBank({ folder, notifyUrl: 'http://127.0.0.1:9/y' })
  expect(overridden.bank.control.notifyUrl).toBe('http://127.0.0.1:9/y')
})

it.each([
  '{"hangrate":1}',
  '{"hangRate":1.1}',
  '{"hangRate":"1"}',
  '{"latencyMs":-1}',
  '{"outage":1}',
  '{"notifyUrl":"file:///etc/passwd"}',
  '{"notifyUrl":"nowhere"}',
  '{"delays":{"slow":1}}',
  '{"delays":{"slowMs":1.5}}',
  '{"bookedAt":"2026-01-01"}',
  '{"bookedAt":9e15}',
  '{"toString":1}',
  '{"__proto__":{}}',
  '[]',
  '',
])('rejects the change %s', async (change) => {
  const { client, bank } = await openBank()
  const before = bank.control
  expect(await client.call('POST', '/control', change)).toMatchObject({ status: 400, isSigned: true })
  expect(bank.control).toEqual(before)
})

it('cuts all protocol calls during an outage, including those in progress, and recovers', async () => {
  const { client, address } = await openBank()
  const hanging = client.call('POST', '/v1/transfers', { transfers: [order('0004')] })
  const broken = expect(hanging).rejects.toThrow('fetch failed')
  await vi.waitFor(async () => expect(await client.executed()).toHaveLength(1), RETRY_POLICY)
  await client.control({ outage: true })
  await broken
  await expect(client.submit([order()])).rejects.toThrow('fetch failed')
  await expect(client.query(['R-00000001'])).rejects.toThrow('fetch failed')
  await expect(client.call('GET', '/v1/statement?day=2026-11-15')).rejects.toThrow('fetch failed')
  expect((await fetch(`${address}/live`)).status).toBe(200)
  expect(await client.executed()).toHaveLength(1)
  await client.control({ outage: false })
  expect(await client.submit([order()])).toMatchObject([{ status: 'succeeded' }])
})

it('answers 500 before or after executing', async () => {
  const { client } = await openBank()
  const [before, after] = [order(), order()]
  await client.control({ fail500BeforeRate: 1 })
  const failed = { status: 500, isSigned: true }
  expect(await client.call('POST', '/v1/transfers', { transfers: [before] })).toMatchObject(failed)
  await client.control({ fail500BeforeRate: 0, fail500AfterRate: 1 })
  expect(await client.call('POST', '/v1/transfers', { transfers: [after] })).toMatchObject(failed)
  await client.control({ fail500AfterRate: 0 })
  const statuses = (await client.query([before.reference, after.reference])).map(({ status }) => status)
  expect(statuses).toEqual(['not-found', 'succeeded'])
})

it('sends a wrong signature for a call that it executed', async () => {
  const { client } = await openBank()
  await client.control({ badSignatureRate: 1 })
  const reply = await client.call('POST', '/v1/transfers', { transfers: [order()] })
  expect(reply).toMatchObject({ status: 200, isSigned: false })
  expect(await client.executed()).toHaveLength(1)
})

it('resets connections before or after executing', async () => {
  const { client } = await openBank()
  await client.control({ resetRate: 1, seed: 7 })
  for (let n = 0; n < 20; n++) await expect(client.submit([order()])).rejects.toThrow('fetch failed')
  const done = (await client.executed()).length
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(20)
})

it('hangs before or after executing', async () => {
  for (const side of ['before', 'after']) {
    const { client, bank } = await openBank()
    await client.control({ hangRate: 1 })
    let seed = 0
    while (drawFault(bank.control, seededRandom(seed)).trouble?.when !== side) seed += 1
    await client.control({ seed })
    const draw = vi.spyOn(bank, 'drawFault')
    let isAnswered = false
    const hanging = client.submit([order()]).finally(() => {
      isAnswered = true
    })
    hanging.catch(() => {})
    await vi.waitFor(() => expect(draw).toHaveBeenCalled(), RETRY_POLICY)
    await client.control({ hangRate: 0 })
    expect(await client.submit([order()])).toMatchObject([{ status: 'succeeded' }])
    expect(await client.executed()).toHaveLength(side === 'before' ? 1 : 2)
    expect(isAnswered).toBe(false)
  }
})

it('delays answers by the configured latency', async () => {
  const { client } = await openBank()
  await client.control({ latencyMs: 60, latencyJitterMs: 20 })
  const from = performance.now()
  await client.submit([order()])
  // Timers may be a millisecond early.
  expect(performance.now() - from).toBeGreaterThan(57)
})

it('draws the same faults from the same seed, at the configured rates', () => {
  const rates = { latencyMs: 5, latencyJitterMs: 10, hangRate: 0.1, resetRate: 0.2, badSignatureRate: 0.3 }
  const control = { ...rates, fail500BeforeRate: 0, fail500AfterRate: 0.5 } as Parameters<typeof drawFault>[0]
  const draw = (seed: number) => {
    const random = seededRandom(seed)
    return Array.from({ length: 10_000 }, () => drawFault(control, random))
  }
  const faults = draw(42)
  expect(draw(42)).toEqual(faults)
  expect(draw(43)).not.toEqual(faults)
  const share = (isOne: (fault: (typeof faults)[number]) => boolean) => faults.filter(isOne).length / 10_000
  expect(share(({ trouble }) => trouble?.kind === 'hang')).toBeCloseTo(0.1, 1)
  expect(share(({ trouble }) => trouble?.kind === 'reset')).toBeCloseTo(0.18, 1)
  expect(share(({ trouble }) => trouble?.kind === 'fail')).toBeCloseTo(0.36, 1)
  expect(share(({ badSignature }) => badSignature)).toBeCloseTo(0.3, 1)
  expect(faults.every(({ delayMs }) => delayMs >= 5 && delayMs <= 15)).toBe(true)
})
