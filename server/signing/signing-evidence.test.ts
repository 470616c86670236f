// What a signing proves: photographs that show something, are two and are the person's own, and who had seen the link.

import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Signer } from '@paywages/wire/signing/shapes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import {
  type Invited,
  identified,
  identityOf,
  photographed,
  photoOf,
  readyToSign,
  signingOf,
} from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

const contractOf = async (linkId: number) => {
  const [row] = await services.query<{ flags: string[]; evidence: string }>(
    'select flags, evidence from personal_contracts where link_id = $1',
    [linkId],
  )
  return row
}
const complete = (input: ReturnType<typeof signingOf>) => clientOf(services).call('completeSigning', input)

describe('evidence of a signing', () => {
  /** The same scene as a JPEG of another size. */
  async function again(png: Buffer, quality = 60): Promise<Buffer> {
    const canvas = createCanvas(900, 560)
    canvas.getContext('2d').drawImage(await loadImage(png), 0, 0, 900, 560)
    return canvas.encode('jpeg', quality)
  }
  const keep = (session: string, side: 'front' | 'back', image: Buffer) =>
    clientOf(services).call('storePhoto', { session, side, image: image.toString('base64') })
  const plain = (colour: string, type: 'png' | 'jpeg') => {
    const canvas = createCanvas(640, 400)
    const context = canvas.getContext('2d')
    context.fillStyle = colour
    context.fillRect(0, 0, 640, 400)
    return type === 'png' ? canvas.encode('png') : canvas.encode('jpeg', 80)
  }
  const invitedByCall = async () => {
    const person = await invitedPerson(services, 'payA1')
    return { person, signer: await identified(services, person) }
  }

  it.each([
    ['a white png', '#fff', 'png'],
    ['a blue jpg', '#3355aa', 'jpeg'],
  ] as const)('refuses %s as blank', async (_, colour, type) => {
    const { signer } = await invitedByCall()
    const { http, body } = await keep(signer.session, 'front', await plain(colour, type))
    expect([http, body.code]).toEqual([422, 'photo-blank'])
  })

  it('refuses the same scene for both sides, also in another size and format', async () => {
    const { signer } = await invitedByCall()
    const scene = photoOf()
    await keep(signer.session, 'front', scene)
    await keep(signer.session, 'back', await again(scene))
    expect((await complete(signingOf(signer))).body.code).toBe('photos-same')
    await keep(signer.session, 'back', photoOf())
    expect((await complete(signingOf(signer))).body.status).toBe(0)
  })

  it('flags a photograph that another person has signed with, but not the own one again', async () => {
    const scene = photoOf()
    const first = await invitedByCall()
    await keep(first.signer.session, 'front', scene)
    await keep(first.signer.session, 'back', photoOf())
    await complete(signingOf(first.signer))
    expect((await contractOf(first.person.link.linkId))?.flags).toEqual([])
    const second = await invitedByCall()
    await keep(second.signer.session, 'front', photoOf())
    await keep(second.signer.session, 'back', await again(scene))
    await complete(signingOf(second.signer))
    expect((await contractOf(second.person.link.linkId))?.flags).toEqual(['repeated-photo'])
  })

  it('keeps whether the link was shown, and shows none where codes go to the phone', async () => {
    const pay = await signIn(services, 'payA1')
    const { person } = await invitedByCall()
    await pay.answer('showLink', { linkId: person.link.linkId })
    const signer = await photographed(services, person)
    await complete(signingOf(signer))
    expect((await contractOf(person.link.linkId))?.evidence).toBe('shown-link')
    const unseen = await readyToSign(services, 'payA1')
    await complete(unseen.input)
    expect((await contractOf(unseen.person.link.linkId))?.evidence).toBe('link')

    const { userId } = await registeredPerson(services, 'payA1')
    services.sms.codesRequired = true
    try {
      const invitation = await pay.answer('invitePeople', { userIds: [userId] })
      expect(invitation).toEqual({ invited: 1, alreadySigned: 0, link: null, byMessage: true })
      const [open] = await services.query<{ id: number }>(
        'select link_id::int as id from signing_links where freelancer_id = $1',
        [userId],
      )
      const linkId = open?.id ?? 0
      expect((await pay.call('showLink', { linkId })).body.code).toBe('link-by-message-only')
      expect((await pay.call('exportLinks', {})).body.code).toBe('link-by-message-only')
      expect(await pay.answer('resendLink', { linkId })).toMatchObject({ url: '' })
    } finally {
      services.sms.codesRequired = false
    }
  })

  describe('where codes go to the phone', () => {
    const photograph = async (session: string) => {
      for (const side of ['front', 'back'] as const) await keep(session, side, photoOf())
    }
    /** Opened with the code that the phone on record was sent. */
    async function identifiedByCode(person: Invited): Promise<Signer> {
      services.clock.advance(61_000)
      const client = clientOf(services)
      await client.answer('sendCode', identityOf(person))
      const code = /\d{6}/.exec(services.sms.textsTo(person.phone).at(-1) ?? '')?.[0] ?? ''
      return client.answer('identifySigner', { ...identityOf(person), code })
    }
    const evidenceOf = async ({ link }: Invited) => (await contractOf(link.linkId))?.evidence
    afterEach(() => {
      services.sms.codesRequired = false
    })

    it('keeps that a code was given, also when the gateway is gone by then', async () => {
      services.sms.codesRequired = true
      const person = await invitedPerson(services, 'payA1')
      const signer = await identifiedByCode(person)
      services.sms.codesRequired = false
      await photograph(signer.session)
      expect((await complete(signingOf(signer))).body.status).toBe(0)
      expect(await evidenceOf(person)).toBe('code')
    })

    it('never says so of a session that began without one, though a gateway is set by then', async () => {
      const { person, signer } = await invitedByCall()
      await (await signIn(services, 'payA1')).answer('showLink', { linkId: person.link.linkId })
      services.sms.codesRequired = true
      await photograph(signer.session)
      expect((await complete(signingOf(signer))).body.status).toBe(0)
      expect(await evidenceOf(person)).toBe('shown-link')
    })

    it('never says so of a session that was opened again without one', async () => {
      services.sms.codesRequired = true
      const person = await invitedPerson(services, 'payA1')
      await identifiedByCode(person)
      services.sms.codesRequired = false
      const signer = await identified(services, person)
      await photograph(signer.session)
      expect((await complete(signingOf(signer))).body.status).toBe(0)
      expect(await evidenceOf(person)).toBe('link')
    })

    it('never says so of a code that went to another phone than the contract names', async () => {
      services.sms.codesRequired = true
      const person = await invitedPerson(services, 'payA1')
      const signer = await identifiedByCode(person)
      // One that looks the same where it is masked, so that what was read is still what is signed.
      const alike = (phone: string) => `${phone.slice(0, 3)}${phone[3] === '0' ? '1' : '0'}${phone.slice(4)}`
      await registeredPerson(services, 'payA1', { ...person, phone: alike(person.phone) })
      await photograph(signer.session)
      expect((await complete(signingOf(signer))).body.status).toBe(0)
      expect(await evidenceOf(person)).toBe('link')
      const other = await invitedPerson(services, 'payA1')
      services.clock.advance(61_000)
      await clientOf(services).answer('sendCode', identityOf(other))
      const code = /\d{6}/.exec(services.sms.textsTo(other.phone).at(-1) ?? '')?.[0] ?? ''
      await registeredPerson(services, 'payA1', { ...other, phone: alike(other.phone) })
      const late = await clientOf(services).call('identifySigner', { ...identityOf(other), code })
      expect(late.body.code).toBe('code-wrong')
    })
  })
})
