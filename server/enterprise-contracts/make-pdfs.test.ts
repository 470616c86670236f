// The PDFs of contracts: every word, ink where it must stand, nothing over the edge; set without fail, and once (D29).

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import { digestOf, fillClauses } from '../adapters/pdf-writer/published-text.ts'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { contractRow, saveOf, uploaded } from '../testing/enterprise-contracts.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { createPeople, createProvider, type People } from '../testing/people.ts'
import { type GreyPage, rasterise } from '../testing/rasterise.ts'
import { storeContract } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { PUBLISHED, readEnterpriseText } from './contract-text.ts'
import { generateContracts } from './generate-contracts.ts'
import { type ContractPdfDraft, makePendingPdfs, setPage } from './make-pdfs.ts'
import { saveContract } from './save-contract.ts'

const FOLDER = new URL('../contracts/contract-texts/', import.meta.url)
const text = readEnterpriseText()
const draft: ContractPdfDraft = {
  contract: { contractName: '杭州云启科技有限公司综合服务合同', contractNo: 'HT2026030001' },
  fields: {
    providerName: '杭州云启科技有限公司',
    taxpayerId: '91330106MA2B000001',
    address: '浙江省杭州市西湖区文三路 478 号',
    contact: '王敏',
    company: '星河科技有限公司',
    brandName: '星河薪付',
    rate: '6.5%',
    rateWords: '百分之六点五',
    category: '信息技术服务',
    beginDay: '2026 年 3 月 16 日',
    endDay: '2027 年 3 月 15 日',
  },
}
const squeezed = (words: string) => words.replaceAll(/[\s　\u200b]/g, '')

describe('enterprise contract PDF', () => {
  it('contains every word of the text, both parties, the rate, term, category and version', async () => {
    const { contractName, contractNo } = draft.contract
    const words = await pdfText(await setPage(text, draft))
    // Headers and footers may stand between two halves of a paragraph.
    const whole = squeezed(words)
      .replaceAll(`${squeezed(contractName)}合同编号${contractNo}`, '')
      .replaceAll(/文本版本1第\d页，共\d页/g, '')
    for (const { heading, paragraphs } of fillClauses(text.clauses, draft.fields)) {
      expect(whole).toContain(squeezed(heading))
      for (const paragraph of paragraphs) expect(whole).toContain(squeezed(paragraph))
    }
    for (const value of Object.values(draft.fields)) expect(whole).toContain(squeezed(value))
    expect(whole).toContain('6.5%（百分之六点五）')
    expect(whole.match(/盖章处/g)).toHaveLength(2)
    expect(words).toContain(`合同编号 ${contractNo}`)
    expect(words).toMatch(/文本版本 1\s+第 3 页，共 3 页/)
  })

  it('prints the title and both seal boxes', async () => {
    const pages = rasterise(await setPage(text, draft), 60)
    const [first, last] = [pages[0], pages.at(-1)]
    if (!first || !last) throw new Error('there are no pages')
    expect(inkIn(first, { left: 0.2, right: 0.8, top: 0.06, bottom: 0.11 })).toBeGreaterThan(500)
    for (const [left, right] of [
      [0.11, 0.49],
      [0.51, 0.9],
    ] as const) {
      // The dashed frame, its words, the line to sign on and the date.
      expect(inkIn(last, { left, right, top: 0.1, bottom: 0.5 })).toBeGreaterThan(300)
    }
    expect(inkIn(last, { left: 0.11, right: 0.9, top: 0.6, bottom: 0.9 })).toBe(0)
  })

  it.each([
    ['Chinese', '云'],
    ['Latin letters without spaces', 'W'],
  ])('keeps the longest names of %s complete and inside the margins', async (_, letter) => {
    const [thirty, fifty] = [letter.repeat(30), letter.repeat(50)]
    const contract = { contractName: thirty, contractNo: 'W'.repeat(30) }
    const fields = { ...draft.fields, providerName: fifty, company: fifty, address: letter.repeat(100) }
    const pdf = await setPage(text, { contract, fields })
    for (const { width, height, grey } of rasterise(pdf, 60)) {
      const edge = 50
      const stray = grey.filter((value, index) => {
        const [x, y] = [index % width, Math.floor(index / width)]
        return value < 200 && (x < edge || x > width - edge || y < 15 || y > height - 15)
      })
      expect(stray.length).toBe(0)
    }
    // Both names among the parties and beside the seals; the address twice as long.
    expect(squeezed(await pdfText(pdf)).split(fifty)).toHaveLength(7)
  })

  it('prints a name that looks like a template field literally', async () => {
    const fields = { ...draft.fields, providerName: '{company}#set page()' }
    expect(squeezed(await pdfText(await setPage(text, { ...draft, fields })))).toContain(
      '{company}#setpage()',
    )
  })
})

function inkIn(
  { width, height, grey }: GreyPage,
  { left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
): number {
  return grey.reduce((count, value, index) => {
    const [x, y] = [(index % width) / width, Math.floor(index / width) / height]
    return count + (value < 160 && x >= left && x < right && y >= top && y < bottom ? 1 : 0)
  }, 0)
}

describe('published enterprise contract text', () => {
  it('matches the published digest in every version', () => {
    for (const { version, digest } of PUBLISHED)
      expect(digestOf(['json', 'typ'].map((end) => new URL(`enterprise-v${version}.${end}`, FOLDER)))).toBe(
        digest,
      )
  })

  it('rejects a changed text or layout', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paywages-text-'))
    try {
      const fixture = pathToFileURL(`${folder}/`)
      for (const end of ['json', 'typ']) await writeFile(new URL(`enterprise-v1.${end}`, fixture), '{}')
      expect(() => readEnterpriseText(PUBLISHED, fixture)).toThrow(
        'enterprise-v1.json is not what was published',
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('making enterprise contract PDFs', () => {
  let services: TestServices
  let people: People
  const allServices: TestServices[] = []

  beforeEach(async () => {
    services = await openTestServices()
    allServices.push(services)
    people = await createPeople(services)
  })
  afterAll(() => Promise.all(allServices.map((one) => one.close())))

  const contracts = async () => {
    const rows = await services.query<{ contract_id: number }>(
      'select contract_id from enterprise_contracts order by 1',
    )
    return Promise.all(rows.map(({ contract_id }) => contractRow(services, contract_id)))
  }
  const newProvider = () =>
    services.database.transact((tx) => createProvider(tx, services, freshName(), [people.platforms.A]))

  it('makes ten in the request and leaves the rest to the workers, each made once', async () => {
    for (let n = 0; n < 10; n += 1) await newProvider()
    const manager = await signIn(services, 'managerA')
    expect(await manager.answer('generateEnterpriseContracts', {})).toBe(12)
    const unset = async () => (await contracts()).filter((row) => row.made_file_id === null).length
    expect(await unset()).toBe(2)
    const made = await Promise.all([
      makePendingPdfs(services),
      makePendingPdfs(services),
      makePendingPdfs(services),
    ])
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(await unset()).toBe(0)
    const files = await services.query('select 1 from files')
    expect(files).toHaveLength(12)
    expect(await makePendingPdfs(services)).toBe(0)
  })

  it('attaches the file to the contract and its provider', async () => {
    await (await signIn(services, 'managerA')).answer('generateEnterpriseContracts', {})
    const [row] = await contracts()
    const [file] = await services.query('select * from files where file_id = $1', [row?.made_file_id])
    expect(file).toMatchObject({
      kind: 'contract',
      content: 'pdf',
      name: `${row?.name}-HT2026030001.pdf`,
      attached_kind: 'contract',
      attached_id: String(row?.contract_id),
      provider_id: people.providers.A1,
      uploader_id: null,
    })
  })

  it('retries a contract whose claim by a crashed process has run out', async () => {
    const id = await storeContract(services, people.providers.A1, 'pending')
    const until = new Date(MONDAY.getTime() + 60_000)
    await services.query('update enterprise_contracts set paper_held_until = $2 where contract_id = $1', [
      id,
      until,
    ])
    expect(await makePendingPdfs(services)).toBe(0)
    services.clock.set(until)
    expect(await makePendingPdfs(services)).toBe(1)
  })

  it('makes the others when one fails, and leaves no unattached file', async () => {
    const [broken, good] = [
      await storeContract(services, people.providers.A1, 'pending'),
      await storeContract(services, people.providers.A2, 'pending'),
    ]
    await services.query('update enterprise_contracts set brand = 2 where contract_id = $1', [broken])
    const brands = { ...services.brands, brand: (n: 1 | 2) => (n === 2 ? fail() : services.brands.brand(n)) }
    expect(await makePendingPdfs({ ...services, brands })).toBe(1)
    expect((await contractRow(services, good)).made_file_id).not.toBeNull()
    expect((await contractRow(services, broken)).made_file_id).toBeNull()
    expect(await services.query('select 1 from files where attached_at is null')).toEqual([])
    expect(services.lines.some((line) => line.includes('could not be set'))).toBe(true)
    services.clock.advance(120_000)
    expect(await makePendingPdfs(services)).toBe(1)
  })

  it('makes the PDF again when the contract was saved meanwhile', async () => {
    const id = await storeContract(services, people.providers.A1, 'pending')
    let saves = 0
    const files = {
      ...services.files,
      put: async (...args: Parameters<typeof services.files.put>) => {
        if (saves === 0)
          await services.query(
            "update enterprise_contracts set name = 'renamed', version = version + 1 where contract_id = $1",
            [id],
          )
        saves += 1
        return services.files.put(...args)
      },
    }
    expect(await makePendingPdfs({ ...services, files })).toBe(1)
    const row = await contractRow(services, id)
    expect(saves).toBe(2)
    const kept = await services.query<{ file_id: string; name: string }>('select file_id, name from files')
    expect(kept).toEqual([{ file_id: row.made_file_id, name: `renamed-${row.contract_no}.pdf` }])
  })

  it('makes the PDFs later when the file store was unavailable, without blocking generating and saving', async () => {
    const away = async () => {
      throw new StoreUnavailable('away')
    }
    const cut = { ...services, files: { ...services.files, put: away, remove: away } }
    const manager = await actorOf(services, 'managerA')
    expect(await generateContracts(cut, manager)).toBe(2)
    expect((await contracts()).map((row) => row.made_file_id)).toEqual([null, null])
    services.clock.advance(120_000)
    expect(await makePendingPdfs(services)).toBe(2)
    const [row] = await contracts()
    if (!row) throw new Error('there is no contract')
    await saveContract(cut, manager, await saveOf(services, row, { contractName: '改名' }))
    expect(await contractRow(services, row.contract_id)).toMatchObject({ name: '改名', made_file_id: null })
    services.clock.advance(120_000)
    expect(await makePendingPdfs(services)).toBe(1)
    // What could not be removed is known to no row any more; the sweep takes such bytes.
    expect(await services.query('select 1 from files')).toHaveLength(2)
  })

  it('discards the PDF when the contract is signed meanwhile', async () => {
    const manager = await signIn(services, 'managerA')
    const id = await storeContract(services, people.providers.A1, 'pending')
    const fileId = await uploaded(manager)
    const files = {
      ...services.files,
      put: async (...args: Parameters<typeof services.files.put>) => {
        const input = await saveOf(services, await contractRow(services, id), { fileId })
        expect((await manager.call('saveEnterpriseContract', input)).body.status).toBe(0)
        return services.files.put(...args)
      },
    }
    expect(await makePendingPdfs({ ...services, files })).toBe(0)
    expect(await contractRow(services, id)).toMatchObject({ made_file_id: null, signed_file_id: fileId })
    expect(await services.query('select file_id from files')).toEqual([{ file_id: fileId }])
  })
})

function fail(): never {
  throw new Error('no such brand')
}
