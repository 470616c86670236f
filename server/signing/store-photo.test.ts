// Photographs of ID cards: only whole pictures of sane size are kept, sealed, one a side, and none for longer than a day unsigned.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import {
  be,
  bytesOf,
  gifSample,
  jpgSegment,
  pdfSample,
  zipSample,
} from '@paywages/domain/files/file-samples.ts'
import { MAX_PHOTO_CHARACTERS } from '@paywages/wire/signing/public-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinPng } from '../adapters/png/encode-png.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { clientOf, signIn } from '../testing/client.ts'
import { invitedPerson } from '../testing/freelancers.ts'
import { holdLock } from '../testing/held-lock.ts'
import { createPeople } from '../testing/people.ts'
import { identified, photoOf } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { MAX_PHOTO_BYTES, validatePhoto } from './validate-photo.ts'

const dqt = jpgSegment(0xdb, new Uint8Array(65))
const frame = (width: number, height: number, marker = 0xc0) =>
  jpgSegment(marker, bytesOf([8], be(height, 2), be(width, 2), [1, 1, 0x11, 0]))
const scan = jpgSegment(0xda, bytesOf([1, 1, 0, 0, 63, 0]))
const jpg = (...parts: Uint8Array[]) => bytesOf([0xff, 0xd8], ...parts, [0xff, 0xd9])
const pixels = (count: number) => new Uint8Array(count).fill(0x55)

function png(width: number, height: number, unfolded: number, interlaced = 0): Buffer {
  const header = bytesOf(be(width, 4), be(height, 4), [8, 0, 0, 0, interlaced])
  return joinPng(header, deflateSync(Buffer.alloc(unfolded)))
}

/** Sixteen bits of red, green, blue and opacity. */
function deepPng(width: number, height: number, unfolded: number): Buffer {
  const header = bytesOf(be(width, 4), be(height, 4), [16, 6, 0, 0, 0])
  return joinPng(header, deflateSync(Buffer.alloc(unfolded)))
}

describe('judgePhoto', () => {
  const whole = photoOf(640, 400)
  const broken = Buffer.from(whole)
  broken[60] = (broken[60] ?? 0) ^ 1

  it.each([
    ['a png', whole, { content: 'png' }],
    ['an interlaced png', png(480, 480, 231_300, 1), { content: 'png' }],
    ['an interlaced png without its last pixel', png(480, 480, 231_299, 1), 'photo-type'],
    ['a jpg', jpg(dqt, frame(640, 400), scan, pixels(600)), { content: 'jpg' }],
    ['a progressive jpg', jpg(dqt, frame(640, 400, 0xc2), scan, pixels(600)), { content: 'jpg' }],
    [
      'a jpg in two scans',
      jpg(dqt, frame(640, 400), scan, pixels(300), scan, pixels(300)),
      { content: 'jpg' },
    ],
    [
      'a jpg with fewer bytes than its dimensions need',
      jpg(dqt, frame(4000, 3000), scan, pixels(600)),
      'photo-type',
    ],
    ['a jpg without tables', jpg(frame(640, 400), scan, pixels(600)), 'photo-type'],
    ['a jpg without pixels', jpg(dqt, frame(640, 400)), 'photo-type'],
    ['a truncated jpg', jpg(dqt, frame(640, 400), scan, pixels(600)).subarray(0, -2), 'photo-type'],
    [
      'a jpg with appended HTML',
      bytesOf(jpg(dqt, frame(640, 400), scan, pixels(600)), '<script>alert(1)</script>'),
      'photo-type',
    ],
    ['a png with a flipped bit', broken, 'photo-type'],
    ['a png with an appended zip', bytesOf(whole, zipSample(['a.txt'])), 'photo-type'],
    ['a png with fewer pixels than it says', png(640, 400, 400 * 641 - 1), 'photo-type'],
    ['a png with more pixels than it says', png(640, 400, 400 * 641 + 1), 'photo-type'],
    ['a gif', gifSample(640, 400), 'photo-type'],
    ['a PDF', pdfSample(), 'photo-type'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo-type'],
    ['an empty file', new Uint8Array(), 'photo-type'],
    ['a photo of 479 pixels', photoOf(479, 300), 'photo-too-small'],
    ['an upright photo of 480 pixels', photoOf(300, 480), { content: 'png' }],
    ['a photo that is too narrow', photoOf(2000, 239), 'photo-too-small'],
    ['a photo with too many pixels', png(4000, 3001, 8), 'photo-too-large'],
    ['a photo with as many pixels as may be', png(4000, 3000, 8), 'photo-type'],
    ['a photo whose pixels take eight bytes each', deepPng(4000, 3000, 8), 'photo-too-large'],
    ['a photo with too many bytes', Buffer.concat([whole, randomBytes(MAX_PHOTO_BYTES)]), 'photo-too-large'],
  ] as const)('judges %s', async (_, bytes, validated) => {
    expect(await validatePhoto(bytes)).toEqual(
      typeof validated === 'string' ? { refused: validated } : validated,
    )
  })

  it('accepts JPEG files written by pdftoppm', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paywages-photo-'))
    try {
      // The one program at hand that writes jpgs writes them from PDFs.
      writeFileSync(
        join(folder, 'card.pdf'),
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 640 400]/Contents 4 0 R>>endobj\n4 0 obj<</Length 60>>stream\n1 0 0 rg 50 50 300 200 re f 0 0 1 rg 200 100 380 200 re f  \nendstream endobj\ntrailer<</Root 1 0 R>>\n',
      )
      for (const options of [[], ['-jpegopt', 'progressive=y']]) {
        execFileSync(
          'pdftoppm',
          ['-jpeg', ...options, '-r', '72', join(folder, 'card.pdf'), join(folder, 'card')],
          {
            stdio: 'ignore',
          },
        )
        const made = readdirSync(folder).find((name) => name.endsWith('.jpg')) ?? ''
        expect(await validatePhoto(readFileSync(join(folder, made)))).toEqual({ content: 'jpg' })
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('storePhoto', () => {
  let services: TestServices

  beforeAll(async () => {
    services = await openTestServices()
    await createPeople(services)
  })
  afterAll(() => services.close())

  type Stored = { file_id: string; store_key: string; uploader_id: number | null; attached_at: Date | null }
  const filesOf = (linkId: number) =>
    services.query<Stored>(
      'select f.* from files f join signing_links l on f.file_id in (l.front_file_id, l.back_file_id) where l.link_id = $1',
      [linkId],
    )
  const store = (session: string, image: string, side: 'front' | 'back' = 'front') =>
    clientOf(services).call('storePhoto', { session, side, image })

  async function begun() {
    const person = await invitedPerson(services, 'payA1')
    const { session } = await identified(services, person)
    return { linkId: person.link.linkId, person, session }
  }

  it('stores the photo encrypted and unreadable for every account', async () => {
    const { session, linkId } = await begun()
    const photo = photoOf()
    expect((await store(session, photo.toString('base64'))).body.status).toBe(0)
    const [file] = await filesOf(linkId)
    expect(file).toMatchObject({
      kind: 'id-card-image',
      content: 'png',
      uploader_id: null,
      attached_at: null,
    })
    const stored = readdirSync(services.settings.dataDir, { recursive: true, encoding: 'utf8' })
    const fixture = stored.find((path) => path.includes(file?.file_id ?? '-')) ?? ''
    const sealed = readFileSync(join(services.settings.dataDir, fixture))
    expect(sealed.length).toBeGreaterThan(photo.length)
    expect(sealed.includes(photo.subarray(40, 100))).toBe(false)
    for (const account of ['admin', 'payA1']) {
      const { http } = await (await signIn(services, account)).call('downloadFile', {
        fileId: file?.file_id ?? '',
      })
      expect(http).toBe(404)
    }
  })

  it('replaces the earlier photo of the same side and removes its bytes', async () => {
    const { session, linkId } = await begun()
    await store(session, photoOf().toString('base64'))
    await store(session, photoOf().toString('base64'), 'back')
    const before = await filesOf(linkId)
    await store(session, photoOf().toString('base64'))
    const after = await filesOf(linkId)
    const gone = before.filter(({ file_id }) => !after.some((file) => file.file_id === file_id))
    expect([after.length, gone.length]).toEqual([2, 1])
    expect(await services.files.get(gone[0]?.store_key ?? '')).toBeUndefined()
    expect(await services.query('select 1 from files where file_id = $1', [gone[0]?.file_id])).toEqual([])
  })

  it('stores nothing of a rejected photo', async () => {
    const { session } = await begun()
    const count = async () =>
      (await services.query<{ n: number }>('select count(*)::int as n from files'))[0]?.n
    const before = await count()
    const refused = [
      [pdfSample(), 415, 'photo-type'],
      [photoOf(300, 200), 422, 'photo-too-small'],
      [Buffer.concat([photoOf(), Buffer.alloc(MAX_PHOTO_BYTES)]), 413, 'photo-too-large'],
    ] as const
    for (const [bytes, http, code] of refused) {
      const answer = await store(session, Buffer.from(bytes).toString('base64'))
      expect([answer.http, answer.body.code]).toEqual([http, code])
    }
    const garbage = await clientOf(services).wire('storePhoto', {
      session,
      side: 'front',
      image: 'not base64!',
    })
    expect(garbage.http).toBe(400)
    const huge = await clientOf(services).wire('storePhoto', {
      session,
      side: 'front',
      image: 'A'.repeat(MAX_PHOTO_CHARACTERS + 4),
    })
    expect(huge.http).toBe(400)
    const beyond = await clientOf(services).wire('storePhoto', {
      session,
      side: 'front',
      image: 'A'.repeat(1_100_000),
    })
    expect([beyond.http, beyond.body.code]).toEqual([413, 'too-large'])
    const strange = await store(randomBytes(32).toString('base64url'), photoOf().toString('base64'))
    expect(strange.body.code).toBe('signing-session-over')
    expect(await count()).toBe(before)
  })

  it('takes forty photographs of a link, rejected ones and those that come at once included', async () => {
    const { session, linkId } = await begun()
    await services.query('update signing_links set photo_tries = 38 where link_id = $1', [linkId])
    const gif = Buffer.from(gifSample(640, 400)).toString('base64')
    const codesOf = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => store(session, gif)))
      return answers.map(({ http, body }) => `${http} ${body.code}`).sort()
    }
    expect(await codesOf(4)).toEqual([
      ...Array(2).fill('415 photo-type'),
      ...Array(2).fill('429 photos-used-up'),
    ])
    await services.query('update signing_links set photo_tries = 39 where link_id = $1', [linkId])
    expect((await store(session, photoOf().toString('base64'))).body.status).toBe(0)
    expect(await codesOf(1)).toEqual(['429 photos-used-up'])
  })

  it('looks at one photograph of a link at a time, lets three wait and refuses more', async () => {
    const { session, linkId } = await begun()
    const lock = await holdLock(services, 'select 1 from signing_links where link_id = $1 for update', [
      linkId,
    ])
    const gif = Buffer.from(gifSample(640, 400)).toString('base64')
    const sent = Array.from({ length: 5 }, () => store(session, gif))
    expect(await Promise.race(sent)).toMatchObject({ http: 429, body: { code: 'too-many' } })
    await lock.untilWaiting(1)
    await lock.release()
    const codes = (await Promise.all(sent)).map(({ body }) => body.code).sort()
    expect(codes).toEqual([...Array(4).fill('photo-type'), 'too-many'])
  })

  it('leaves no file when the session ended during the upload', async () => {
    const { session, person } = await begun()
    const storing = store(session, photoOf().toString('base64'))
    await Promise.all([storing, identified(services, person)])
    const unattached = await services.query(
      `select 1 from files f where f.kind = 'id-card-image' and not exists
        (select 1 from signing_links l where f.file_id in (l.front_file_id, l.back_file_id))`,
    )
    expect(unattached).toEqual([])
  })

  it('keeps an unsigned photo for one day only', async () => {
    const { session, linkId } = await begun()
    await store(session, photoOf().toString('base64'))
    const [file] = await filesOf(linkId)
    services.clock.advance(DAY_MS + 1)
    await sweepFiles(services)
    expect(await filesOf(linkId)).toEqual([])
    expect(await services.files.get(file?.store_key ?? '')).toBeUndefined()
    const [link] = await services.query('select front_file_id from signing_links where link_id = $1', [
      linkId,
    ])
    expect(link).toEqual({ front_file_id: null })
  })
})
