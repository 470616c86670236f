// The bank's counter for files: what it reads, executes by card endings, refuses, and remembers.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadControl } from '../control.ts'
import { FileDesk } from './file-desk.ts'
import { fileStatement, statementDays } from './file-statement.ts'
import { renderFiles } from './files-page.ts'
import { readZip } from './read-zip.ts'
import { readFormFile } from './receive-form.ts'
import { camt053, pain002, resultBook, resultSheet } from './result-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'paywages-desk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const payment = (reference: string, ending: string) =>
  `<CdtTrfTxInf><PmtId><InstrId>${reference}</InstrId><EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="CNY">12.34</InstdAmt></Amt><CdtrAgt/><Cdtr><Nm>张&amp;三</Nm></Cdtr><CdtrAcct><Id><Othr><Id>622202120200077${ending}</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>`
const message = (count: number, ...payments: readonly string[]) =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><MsgId>M1</MsgId><NbOfTxs>${count}</NbOfTxs>${payments.join('')}</Document>`,
  )
const FILE = message(
  4,
  payment('R1', '6612'),
  payment('R2', '0001'),
  payment('R3', '0003'),
  payment('R4', '0005'),
)

describe('the counter for files', () => {
  it('executes by card endings, once, also after a restart', () => {
    const taken = new FileDesk(folder).take('a.xml', FILE, 0)
    if (!('file' in taken)) throw new Error('refused')
    expect(taken.file.orders.map(({ status, reason }) => [status, reason])).toEqual([
      ['succeeded', ''],
      ['rejected', '账户不存在'],
      ['processing', ''],
      ['silent', ''],
    ])
    const again = new FileDesk(folder)
    expect(again.take('b.xml', FILE, 1)).toEqual({ refusal: 'seen' })
    expect(again.list()).toHaveLength(1)
    const book = readZip(resultBook(taken.file).body)?.get('xl/worksheets/sheet1.xml')?.toString()
    expect(book).toContain('>张&amp;三</t>')
    expect(resultSheet(taken.file).body.toString()).toContain(
      'R1,张&三,\t6222021202000776612,12.34,成功,,Z19700101-0001-1',
    )
    expect(resultSheet(taken.file).body.toString()).not.toContain('R4')
    expect(pain002(taken.file).body.toString()).toContain('<OrgnlMsgId>M1</OrgnlMsgId>')
    expect(
      camt053(taken.file)
        .body.toString()
        .match(/<Ntry>/g),
    ).toHaveLength(1)
  })

  it('pays a file twice where it repeats, and its statement lists both debits', () => {
    const other = mkdtempSync(join(tmpdir(), 'paywages-desk-'))
    const desk = new FileDesk(other)
    desk.take('a.xml', FILE, 0)
    expect(desk.take('b.xml', FILE, 1)).toEqual({ refusal: 'seen' })
    const second = desk.take('b.xml', FILE, 2, { repeats: true })
    expect('file' in second && second.file.orders[0]?.serial).toBe('Z19700101-0002-1')
    const again = new FileDesk(other)
    expect(again.list().map(({ batchNo }) => batchNo)).toEqual(['Z19700101-0002', 'Z19700101-0001'])
    expect(statementDays(again.list())).toEqual(['1970-01-01'])
    const camt = fileStatement(again.list(), '1970-01-01', 'camt.053').body.toString()
    expect(camt.match(/<EndToEndId>R1</g)).toHaveLength(2)
    const sheet = readZip(fileStatement(again.list(), '1970-01-01', 'xlsx').body)?.get(
      'xl/worksheets/sheet1.xml',
    )
    expect(sheet?.toString().match(/>R1</g)).toHaveLength(2)
    expect(fileStatement(again.list(), '1970-01-02', 'camt.053').body.toString()).not.toContain('<Ntry>')
    const page = renderFiles(
      again.list(),
      { ...loadControl(other, undefined), repeatsFiles: true },
      undefined,
    )
    expect(page).toContain('重复执行')
    expect(page.match(/as=xlsx/g)).toHaveLength(3)
    rmSync(other, { recursive: true, force: true })
  })

  it.each([
    ['another count', message(2, payment('R1', '6612'))],
    ['no payments', message(0)],
    ['a DTD', Buffer.from(`<!DOCTYPE x>${message(1, payment('R1', '6612'))}`)],
    ['something else', Buffer.from('PK\x03\x04')],
    ['a payment without an amount', message(1, payment('R1', '6612').replace('12.34', ''))],
  ])('executes nothing of a file with %s', (_, bytes) =>
    expect(new FileDesk(folder).take('x', bytes, 0)).toEqual({ refusal: 'unreadable' }),
  )

  it('takes the file out of a form', () => {
    const body = Buffer.from(
      '--B\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\n\r\nx\r\ny\r\n--B--\r\n',
    )
    expect(readFormFile('multipart/form-data; boundary=B', body)).toEqual({
      name: 'a.xml',
      bytes: Buffer.from('x\r\ny'),
      accountNo: '',
    })
    const field = Buffer.from(
      'content-disposition: form-data; name="account"\r\n\r\n571900000000188\r\n--B--\r\n',
    )
    const both = Buffer.concat([body.subarray(0, -4), Buffer.from('\r\n'), field])
    expect(readFormFile('multipart/form-data; boundary=B', both)?.accountNo).toBe('571900000000188')
    expect(readFormFile('text/plain', body)).toBeUndefined()
  })
})
