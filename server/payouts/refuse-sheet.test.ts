// Files that are no payout sheet get one clear sentence, within seconds, and leave nothing (D13).

import { join } from 'node:path'
import { pngSample } from '@paywages/domain/files/file-samples.ts'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { storedKeys } from '../testing/file-calls.ts'
import { filesIn } from '../testing/files-in.ts'
import { postRows, postSheet } from '../testing/payout-batches.ts'
import { freshRows, payoutSheet } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { SHEET_TITLES } from '../testing/sheet-people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { bookParts, buildSheet, sheetXml, zipOf } from '../testing/xlsx-builder.ts'

const MB = 1024 * 1024
let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const parts = () => bookParts([{ name: 'a', xml: sheetXml('') }])
const locked = () =>
  writeXlsx({
    sheets: [{ name: 'a', rows: [['姓名']] }],
    encryption: { password: 'secret', spinCount: 1_000 },
  } as never)

async function traces() {
  const [counts] = await services.query(
    'select (select count(*)::int from payout_batches) as batches, (select count(*)::int from payout_lines) as rows, (select count(*)::int from files) as files, (select count(*)::int from upload_progress) as progress',
  )
  const stored = await storedKeys(services)
  const copies = await filesIn(join(services.settings.dataDir, 'reading'))
  return { ...counts, stored, copies }
}
const NONE = { batches: 0, rows: 0, files: 0, progress: 0, stored: [], copies: [] }

type Hostile = [string, RefusalCode, string, () => Uint8Array | Promise<Uint8Array>]

const wholeSheet = () => payoutSheet(freshRows(200))

const HOSTILE: Hostile[] = [
  [
    'a zip bomb',
    'sheet-bomb',
    'a.xlsx',
    () => zipOf({ ...parts(), 'xl/worksheets/sheet1.xml': ' '.repeat(20 * MB) }),
  ],
  [
    'thousands of parts',
    'sheet-bomb',
    'a.xlsx',
    () =>
      zipOf({
        ...parts(),
        ...Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`a/${n}.xml`, ''])),
      }),
  ],
  ['a part above its folder', 'sheet-damaged', 'a.xlsx', () => zipOf({ ...parts(), '../../a.sh': 'a' })],
  ['half a sheet', 'sheet-damaged', 'a.xlsx', async () => (await wholeSheet()).subarray(0, 2_000)],
  ['a password', 'sheet-password', 'a.xlsx', async () => locked()],
  ['macros', 'sheet-macros', 'a.xlsx', () => zipOf({ ...parts(), 'xl/vbaProject.bin': 'a' })],
  ['a picture', 'sheet-not-excel', 'a.xlsx', () => pngSample()],
  [
    'a page without a heading named .xls',
    'sheet-no-header',
    'a.xls',
    () => Buffer.from('<html><table><tr><td>姓名</td></tr></table>'),
  ],
  [
    'a Word file',
    'sheet-not-excel',
    'a.xlsx',
    () => zipOf({ '[Content_Types].xml': 'a', 'word/document.xml': 'a' }),
  ],
  ['an empty file', 'sheet-empty', 'a.xlsx', () => new Uint8Array(0)],
  ['nothing but a heading', 'sheet-empty', 'a.xlsx', () => payoutSheet([])],
]

describe('uploading a file that is no payout sheet', () => {
  it.each(HOSTILE)(
    'refuses a file, logs it in the audit log and stores nothing: %s, %s',
    async (_, code, fileName, make) => {
      const before = services.lines.length
      const { http, body } = await postSheet(payer, await make(), {
        fileName,
        fields: { uploadKey: 'hostile-upload' },
      })
      const { http: expected, msg: words } = refusals[code]
      const msg = typeof words === 'function' ? words({}) : words
      const said = { status: expected, code, msg, data: null, errors: [{ field: 'file', msg }] }
      expect([http, body]).toEqual([expected, said])
      expect(await traces()).toEqual(NONE)
      const [entry] = await services.query('select * from audit_entries order by entry_id desc limit 1')
      expect(entry).toMatchObject({
        action: 'upload-sheet',
        result: 'refused',
        reason: code,
        account: 'payA1',
      })
      expect(services.lines.slice(before).filter((line) => line.includes('call failed'))).toEqual([])
    },
  )

  it('names the missing columns', async () => {
    const { http, body } = await postSheet(payer, buildSheet([SHEET_TITLES.slice(0, 5), ['王小明']]))
    expect([http, body.code]).toEqual([422, 'sheet-missing-columns'])
    expect(body.msg).toMatch(/^表头缺少：.+，请使用模板填写$/)
    expect(await traces()).toEqual(NONE)
  })

  it.each(['a.xls', 'b.XLS'])('refuses an .xlsx named %s and names its real format', async (fileName) => {
    const { http, body } = await postSheet(payer, await payoutSheet(freshRows(1)), { fileName })
    expect([http, body.code, body.msg]).toEqual([
      415,
      'sheet-extension-differs',
      '文件内容是 .xlsx 格式，与文件名不符，请改正扩展名或另存后重新上传',
    ])
    expect(await traces()).toEqual(NONE)
  })

  it.each(['a.pdf', 'a.xlsx.exe', 'xlsx', 'a.txt', 'a'])(
    'refuses the file name %s without reading the file',
    async (fileName) => {
      const { http, body } = await postSheet(payer, await payoutSheet(freshRows(1)), { fileName })
      expect([http, body.code, body.msg]).toEqual([415, 'sheet-not-named-excel', '请选择 excel 文件上传'])
      expect(await traces()).toEqual(NONE)
    },
  )

  it('uses the name of the fileName field, not that of the part', async () => {
    const post = { fileName: 'a.xlsx', fields: { fileName: 'a.txt' } }
    expect((await postSheet(payer, await payoutSheet(freshRows(1)), post)).http).toBe(415)
  })

  it('refuses one byte more than the size limit', async () => {
    const { http, body } = await postSheet(payer, new Uint8Array(20 * MB + 1))
    expect([http, body.code]).toEqual([413, 'file-too-large'])
    expect(await traces()).toEqual(NONE)
  })
})

it('accepts a good sheet concurrently with a hostile one', async () => {
  const bomb = zipOf({ ...parts(), 'xl/worksheets/sheet1.xml': ' '.repeat(20 * MB) })
  const [refused, taken] = await Promise.all([postSheet(payer, bomb), postRows(payer, freshRows(1))])
  expect([refused.body.code, taken.goodCount]).toEqual(['sheet-bomb', 1])
})
