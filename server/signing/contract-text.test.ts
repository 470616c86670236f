// Published texts: never changed, filled in to the word, and replaced by new versions that old contracts do not see.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf, fillIn } from '../adapters/pdf-writer/published-text.ts'
import { openSlots } from '../adapters/threads/slots.ts'
import { clientOf } from '../testing/client.ts'
import { invitedPerson } from '../testing/freelancers.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { createPeople } from '../testing/people.ts'
import { identityOf, photoOf, readyToSign, signingOf } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { completeSigning } from './complete-signing.ts'
import { PUBLISHED, readContract, readTexts, type TextFields } from './contract-text.ts'
import { identifySigner } from './identify-signer.ts'
import { storePhoto } from './store-photo.ts'

const FOLDER = new URL('./contract-texts/', import.meta.url)
const fileOf = (name: string) => new URL(name, FOLDER)

/** Written down a second time: a text that was published stays as it is. New versions are added below, none is changed. */
const PINNED = {
  contracts: { '1': '0ebffe40b87c81babfded4c71b1d0ae16357bebf549f729160233855c5931308' },
  notices: { '1': '00fba3dc2d9cb8640d91edcced47d660bbda62aa316f5a411a18d1b9d561aabc' },
}

describe('published contract and notice texts', () => {
  it('matches the pinned digests', () => {
    const contracts = PUBLISHED.contracts.map(({ version }) => [
      version,
      digestOf([fileOf(`personal-v${version}.json`), fileOf(`personal-v${version}.typ`)]),
    ])
    const notices = PUBLISHED.notices.map(({ version }) => [
      version,
      digestOf([fileOf(`notice-v${version}.json`)]),
    ])
    expect(Object.fromEntries(contracts)).toEqual(PINNED.contracts)
    expect(Object.fromEntries(notices)).toEqual(PINNED.notices)
    expect(contracts).toEqual(PUBLISHED.contracts.map(({ version, digest }) => [version, digest]))
    expect(notices).toEqual(PUBLISHED.notices.map(({ version, digest }) => [version, digest]))
  })

  it('has ten to fourteen numbered clauses with unique headings', () => {
    const { contract, notice } = readTexts()
    expect(contract.clauses.length).toBeGreaterThanOrEqual(10)
    expect(contract.clauses.length).toBeLessThanOrEqual(14)
    contract.clauses.forEach(({ heading, paragraphs }, clause) => {
      expect(heading).toMatch(/^第[一二三四五六七八九十]+条　\S+/)
      paragraphs.forEach((words, index) => {
        expect(words.startsWith(`${clause + 1}.${index + 1}　`)).toBe(true)
        expect(words).toMatch(/。$/)
      })
    })
    expect(new Set(contract.clauses.map(({ heading }) => heading)).size).toBe(contract.clauses.length)
    const reported = JSON.stringify(notice.clauses)
    for (const word of ['目的', '保存', '税务机关', '删除', '撤回同意', '联系我们'])
      expect(reported).toContain(word)
  })
})

describe('fields of a contract text', () => {
  const fields: TextFields = {
    providerName: '甲',
    taxpayerId: '9',
    name: '{phone}',
    idCardNo: '1',
    phone: '139',
    monthlyLimit: '1.00',
    brandName: 'b',
    contact: 'c',
  }

  it('fills in each field once, without expanding values that look like fields', () => {
    expect(fillIn('{name}、{phone}', fields)).toBe('{phone}、139')
    expect(() => fillIn('{nothing}', fields)).toThrow('no field nothing')
  })

  it('changes the text version with a field value', () => {
    const { contract } = readTexts()
    const version = (change: Partial<TextFields>) => readContract(contract, { ...fields, ...change }).version
    expect(version({})).toBe(version({}))
    expect(version({ monthlyLimit: '2.00' })).not.toBe(version({}))
    expect(version({})).toMatch(/^1-[0-9a-f]{8}$/)
  })
})

describe('a new text version', () => {
  let services: TestServices
  let folder: string

  beforeAll(async () => {
    services = await openTestServices()
    await createPeople(services)
    folder = await mkdtemp(join(tmpdir(), 'paywages-texts-'))
    await cp(FOLDER, folder, { recursive: true })
    const first = await readFile(join(folder, 'personal-v1.json'), 'utf8')
    await writeFile(join(folder, 'personal-v2.json'), first.replaceAll('有效期两年', '有效期三年'))
    await cp(join(folder, 'personal-v1.typ'), join(folder, 'personal-v2.typ'))
  })
  afterAll(async () => {
    await services.close()
    await rm(folder, { recursive: true })
  })

  function secondTexts() {
    const at = pathToFileURL(`${folder}/`)
    const digest = digestOf([new URL('personal-v2.json', at), new URL('personal-v2.typ', at)])
    return readTexts({ ...PUBLISHED, contracts: [...PUBLISHED.contracts, { version: '2', digest }] }, at)
  }

  it('applies to new signings, makes open ones read again and leaves old contracts unchanged', async () => {
    const old = await readyToSign(services, 'payA1')
    await clientOf(services).answer('completeSigning', old.input)
    const paperOf = async (session: string) => {
      const { raw } = await clientOf(services).call('signedCopy', { session })
      return pdfText(raw.rawPayload)
    }
    const oldPdf = await paperOf(old.input.session)
    const reader = await readyToSign(services, 'payA1')
    const texts = secondTexts()
    const origin = {
      at: services.clock.now(),
      address: '198.51.100.1',
      requestId: 'r',
      hostname: 'localhost',
    }
    const turn = openSlots(1)
    await expect(completeSigning({ services, origin, texts, input: reader.input }, turn)).rejects.toThrow(
      'text-changed',
    )
    const person = await invitedPerson(services, 'payA1')
    const signer = await identifySigner(services, origin, texts, identityOf(person))
    for (const side of ['front', 'back'] as const)
      await storePhoto(services, origin, {
        session: signer.session,
        side,
        image: photoOf().toString('base64'),
      })
    await completeSigning({ services, origin, texts, input: signingOf(signer) }, turn)
    expect(JSON.stringify(signer.contract)).toContain('有效期三年')
    expect(await paperOf(signer.session)).toContain('有效期三年')
    const versions = await services.query<{ version: string; digest: string }>(
      'select text_version as version, text_digest as digest from personal_contracts order by contract_id',
    )
    expect(versions).toEqual([PUBLISHED.contracts[0], { version: '2', digest: texts.contract.digest }])
    expect(await paperOf(old.input.session)).toBe(oldPdf)
    expect(oldPdf).toContain('有效期两年')
  })

  it('rejects a changed published text at startup', async () => {
    const changed = await mkdtemp(join(tmpdir(), 'paywages-texts-'))
    await cp(FOLDER, changed, { recursive: true })
    const notice = await readFile(join(changed, 'notice-v1.json'), 'utf8')
    await writeFile(join(changed, 'notice-v1.json'), `${notice} `)
    expect(() => readTexts(PUBLISHED, pathToFileURL(`${changed}/`))).toThrow(
      'notice-v1.json is not what was published',
    )
    await rm(changed, { recursive: true })
  })
})
