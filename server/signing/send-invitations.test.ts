// Invitations by text message: each once, tried again when the gateway fails, never for a link that is dead.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileOutbox } from '../adapters/sms/file-outbox.ts'
import { type Client, signIn } from '../testing/client.ts'
import { registeredPerson, type TestPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { sendInvitations } from './send-invitations.ts'

const MINUTE = 60_000
let services: TestServices
let payer: Client

beforeEach(async () => {
  services = await openTestServices({ settings: { PUBLIC_URL: 'https://pay.example.com' } })
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterEach(() => services.close())

type Waiting = TestPerson & { readonly linkId: number; readonly url: string }

async function invited(): Promise<Waiting> {
  const person = await registeredPerson(services, 'payA1')
  const { link } = await payer.answer('invitePeople', { userIds: [person.userId] })
  if (!link) throw new Error('nobody was invited')
  return { ...person, ...link }
}
const noticeOf = async (linkId: number) =>
  (
    await services.query(
      'select notice, notice_tries as attempts, notice_at as at from signing_links where link_id = $1',
      [linkId],
    )
  )[0]

describe('sendInvitations', () => {
  it('sends a message with provider, link and expiry exactly once', async () => {
    const { phone, url, linkId } = await invited()
    expect(await sendInvitations(services)).toBe(1)
    expect(services.sms.sent).toEqual([
      {
        phone,
        text: `【星河薪付】Provider A1 Ltd邀请您签署自由职业者服务协议：${url} ，2026-03-23 10:00 前有效，请勿转发。`,
        reference: `invitation-${linkId}`,
      },
    ])
    expect(url).toMatch(/^https:\/\/pay\.example\.com\/sign\//)
    expect(await noticeOf(linkId)).toEqual({ notice: 'sent', attempts: 1, at: null })
    expect(await sendInvitations(services)).toBe(0)
    expect(services.sms.sent).toHaveLength(1)
  })

  it('uses the brand of the link', async () => {
    const { linkId } = await invited()
    await services.query('update signing_links set brand = 2 where link_id = $1', [linkId])
    await sendInvitations(services)
    expect(services.sms.sent[0]?.text).toMatch(/^【远山结算】/)
  })

  it('sends each message once when several workers run concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 45 }, invited))
    await Promise.all([sendInvitations(services), sendInvitations(services), sendInvitations(services)])
    const references = services.sms.sent.map(({ reference }) => reference)
    expect(references.sort()).toEqual(all.map(({ linkId }) => `invitation-${linkId}`).sort())
  })

  it('writes to the outbox without the phone when there is no gateway', async () => {
    const { phone, url } = await invited()
    await sendInvitations({ ...services, sms: openFileOutbox(services.settings.dataDir) })
    const line = await readFile(join(services.settings.dataDir, 'sms', 'outbox.jsonl'), 'utf8')
    expect(line).toContain(url)
    expect(line).not.toContain(phone)
  })
})

describe('sendInvitations with a failing gateway', () => {
  it('gives up after five attempts with growing delays and logs nothing personal', async () => {
    const { linkId, phone, name, url } = await invited()
    services.sms.fault = () => 'timeout'
    const waits: number[] = []
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      expect(await sendInvitations(services)).toBe(1)
      expect(await sendInvitations(services)).toBe(0)
      const state = await noticeOf(linkId)
      expect(state?.attempts).toBe(attempts)
      if (attempts === 5) expect(state).toMatchObject({ notice: 'failed', at: null })
      else {
        const wait = new Date(String(state?.at)).getTime() - services.clock.now().getTime()
        waits.push(wait / MINUTE)
        services.clock.advance(wait)
      }
    }
    expect(waits).toEqual([1, 5, 30, 120])
    services.sms.fault = undefined
    services.clock.advance(24 * 60 * MINUTE)
    expect(await sendInvitations(services)).toBe(0)
    const log = services.lines.join('')
    expect(log).toContain('an invitation was not sent')
    for (const secret of [phone, name, url.split('/sign/')[1] ?? '']) expect(log).not.toContain(secret)
  })

  it('sends under the same reference after the gateway recovers', async () => {
    const { linkId } = await invited()
    services.sms.fault = () => 'http-503'
    await sendInvitations(services)
    services.sms.fault = undefined
    services.clock.advance(MINUTE)
    await sendInvitations(services)
    expect(services.sms.sent.map(({ reference }) => reference)).toEqual([`invitation-${linkId}`])
    expect(await noticeOf(linkId)).toMatchObject({ notice: 'sent', attempts: 2 })
  })

  it('sends the other messages', async () => {
    const [bad, good] = [await invited(), await invited()]
    services.sms.fault = ({ phone }) => (phone === bad.phone ? 'http-400' : undefined)
    await sendInvitations(services)
    expect(await noticeOf(good.linkId)).toMatchObject({ notice: 'sent' })
    expect(await noticeOf(bad.linkId)).toMatchObject({ notice: 'waiting' })
  })

  it('retries after the claim of a crashed worker has run out', async () => {
    const { linkId } = await invited()
    const sms = { codesRequired: true, send: () => new Promise<void>(() => undefined) }
    // It never comes back from the gateway.
    void sendInvitations({ ...services, sms })
    await expect.poll(async () => (await noticeOf(linkId))?.attempts).toBe(1)
    expect(await sendInvitations(services)).toBe(0)
    services.clock.advance(MINUTE)
    expect(await sendInvitations(services)).toBe(1)
    expect(await noticeOf(linkId)).toMatchObject({ notice: 'sent', attempts: 2 })
  })
})

it.each([
  ['revoked', (linkId: number) => payer.call('revokeLink', { linkId })],
  ['replaced', (linkId: number) => payer.call('resendLink', { linkId })],
  ['expired', async () => services.clock.advance(8 * 24 * 60 * MINUTE)],
])('sends nothing for a link that was %s meanwhile', async (_, end) => {
  const { linkId } = await invited()
  await end(linkId)
  await sendInvitations(services)
  expect(services.sms.sent.map(({ reference }) => reference)).not.toContain(`invitation-${linkId}`)
  expect(await noticeOf(linkId)).toMatchObject({ notice: 'none', attempts: 0 })
})
