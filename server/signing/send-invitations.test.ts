// Invitations by text message: each once, tried again when the gateway fails, never for a link that is dead.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileOutbox } from '../adapters/sms/file-outbox.ts'
import { type Client, signIn } from '../testing/client.ts'
import { registeredPerson, type TestPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { sendInvitations } from './send-invitations.ts'

const MINUTE = 60_000
let house: TestHouse
let payer: Client

beforeEach(async () => {
  house = await openTestHouse({ settings: { PUBLIC_URL: 'https://pay.example.com' } })
  await createPeople(house)
  payer = await signIn(house, 'payA1')
})
afterEach(() => house.close())

type Waiting = TestPerson & { readonly linkId: number; readonly url: string }

async function invited(): Promise<Waiting> {
  const person = await registeredPerson(house, 'payA1')
  const { link } = await payer.answer('invitePeople', { userIds: [person.userId] })
  if (!link) throw new Error('nobody was invited')
  return { ...person, ...link }
}
const noticeOf = async (linkId: number) =>
  (
    await house.query(
      'select notice, notice_tries as tries, notice_at as at from signing_links where link_id = $1',
      [linkId],
    )
  )[0]

describe('sendInvitations', () => {
  it('sends a message with provider, link and expiry exactly once', async () => {
    const { phone, url, linkId } = await invited()
    expect(await sendInvitations(house)).toBe(1)
    expect(house.sms.sent).toEqual([
      {
        phone,
        text: `【星河薪付】Provider A1 Ltd邀请您签署自由职业者服务协议：${url} ，2026-03-23 10:00 前有效，请勿转发。`,
        reference: `invitation-${linkId}`,
      },
    ])
    expect(url).toMatch(/^https:\/\/pay\.example\.com\/sign\//)
    expect(await noticeOf(linkId)).toEqual({ notice: 'sent', tries: 1, at: null })
    expect(await sendInvitations(house)).toBe(0)
    expect(house.sms.sent).toHaveLength(1)
  })

  it('uses the brand of the link', async () => {
    const { linkId } = await invited()
    await house.query('update signing_links set brand = 2 where link_id = $1', [linkId])
    await sendInvitations(house)
    expect(house.sms.sent[0]?.text).toMatch(/^【远山结算】/)
  })

  it('sends each message once when several workers run concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 45 }, invited))
    await Promise.all([sendInvitations(house), sendInvitations(house), sendInvitations(house)])
    const references = house.sms.sent.map(({ reference }) => reference)
    expect(references.sort()).toEqual(all.map(({ linkId }) => `invitation-${linkId}`).sort())
  })

  it('writes to the outbox without the phone when there is no gateway', async () => {
    const { phone, url } = await invited()
    await sendInvitations({ ...house, sms: openFileOutbox(house.settings.dataDir) })
    const line = await readFile(join(house.settings.dataDir, 'sms', 'outbox.jsonl'), 'utf8')
    expect(line).toContain(url)
    expect(line).not.toContain(phone)
  })
})

describe('sendInvitations with a failing gateway', () => {
  it('gives up after five attempts with growing delays and logs nothing personal', async () => {
    const { linkId, phone, name, url } = await invited()
    house.sms.fault = () => 'timeout'
    const waits: number[] = []
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await sendInvitations(house)).toBe(1)
      expect(await sendInvitations(house)).toBe(0)
      const state = await noticeOf(linkId)
      expect(state?.tries).toBe(tries)
      if (tries === 5) expect(state).toMatchObject({ notice: 'failed', at: null })
      else {
        const wait = new Date(String(state?.at)).getTime() - house.clock.now().getTime()
        waits.push(wait / MINUTE)
        house.clock.advance(wait)
      }
    }
    expect(waits).toEqual([1, 5, 30, 120])
    house.sms.fault = undefined
    house.clock.advance(24 * 60 * MINUTE)
    expect(await sendInvitations(house)).toBe(0)
    const log = house.lines.join('')
    expect(log).toContain('an invitation was not sent')
    for (const secret of [phone, name, url.split('/sign/')[1] ?? '']) expect(log).not.toContain(secret)
  })

  it('sends under the same reference after the gateway recovers', async () => {
    const { linkId } = await invited()
    house.sms.fault = () => 'http-503'
    await sendInvitations(house)
    house.sms.fault = undefined
    house.clock.advance(MINUTE)
    await sendInvitations(house)
    expect(house.sms.sent.map(({ reference }) => reference)).toEqual([`invitation-${linkId}`])
    expect(await noticeOf(linkId)).toMatchObject({ notice: 'sent', tries: 2 })
  })

  it('sends the other messages', async () => {
    const [bad, good] = [await invited(), await invited()]
    house.sms.fault = ({ phone }) => (phone === bad.phone ? 'http-400' : undefined)
    await sendInvitations(house)
    expect(await noticeOf(good.linkId)).toMatchObject({ notice: 'sent' })
    expect(await noticeOf(bad.linkId)).toMatchObject({ notice: 'waiting' })
  })

  it('retries after the claim of a crashed worker has run out', async () => {
    const { linkId } = await invited()
    const sms = { codesRequired: true, send: () => new Promise<void>(() => undefined) }
    // It never comes back from the gateway.
    void sendInvitations({ ...house, sms })
    await expect.poll(async () => (await noticeOf(linkId))?.tries).toBe(1)
    expect(await sendInvitations(house)).toBe(0)
    house.clock.advance(MINUTE)
    expect(await sendInvitations(house)).toBe(1)
    expect(await noticeOf(linkId)).toMatchObject({ notice: 'sent', tries: 2 })
  })
})

it.each([
  ['revoked', (linkId: number) => payer.call('revokeLink', { linkId })],
  ['replaced', (linkId: number) => payer.call('resendLink', { linkId })],
  ['expired', async () => house.clock.advance(8 * 24 * 60 * MINUTE)],
])('sends nothing for a link that was %s meanwhile', async (_, end) => {
  const { linkId } = await invited()
  await end(linkId)
  await sendInvitations(house)
  expect(house.sms.sent.map(({ reference }) => reference)).not.toContain(`invitation-${linkId}`)
  expect(await noticeOf(linkId)).toMatchObject({ notice: 'none', tries: 0 })
})
