// Golden files of the shipped formats, the faults that rows are named for, and the message rules of pain.001 written out.

import { describe, expect, it } from 'vitest'
import type { PaymentRow } from './bank-format.ts'
import { bytesIn, lackedBy } from './gbk.ts'
import { judgeRows } from './judge-rows.ts'
import { Inexpressible, layOutLines, layOutTable, layOutText } from './lay-out.ts'
import { writePain001 } from './pain001.ts'
import { nodesAt, readXml, textAt } from './plain-xml.ts'
import { formatOf, SHIPPED_FORMATS } from './shipped-formats.ts'
import { countFiles, splitFiles } from './split-files.ts'

const row = (rowNumber: number, over: Partial<PaymentRow> = {}): PaymentRow => ({
  rowNumber,
  reference: `PW202611170001R${rowNumber}X0123456789ab`,
  cardNo: `622202000000000${1000 + rowNumber}`,
  name: '张三',
  bankName: '招商银行',
  cnaps: '',
  amountFen: 123_456n,
  ...over,
})

const format = (key: string) => {
  const found = formatOf(key)
  if (!found) throw new Error(`no format ${key}`)
  return found
}

const PAYEES = [row(1), row(2, { name: '买买提·艾力', amountFen: 5n, bankName: '工商银行' })]

describe('golden files', () => {
  it('general .xlsx', () =>
    expect(layOutTable(format('general-xlsx'), PAYEES)).toEqual({
      headings: ['序号', '业务参考号', '收款人户名', '收款账号', '开户银行', '金额（元）', '用途'],
      rows: [
        [
          '1',
          'PW202611170001R1X0123456789ab',
          '张三',
          '6222020000000001001',
          '招商银行',
          '1234.56',
          '劳务报酬',
        ],
        [
          '2',
          'PW202611170001R2X0123456789ab',
          '买买提·艾力',
          '6222020000000001002',
          '工商银行',
          '0.05',
          '劳务报酬',
        ],
      ],
    }))

  it.each([
    [
      'icbc-payroll',
      '币种,序号,收款账号,收款账户名称,金额,用途,备注信息\r\n' +
        'RMB,1,6222020000000001001,张三,1234.56,劳务报酬,PW202611170001R1X0123456789ab\r\n' +
        'RMB,2,6222020000000001002,买买提·艾力,0.05,劳务报酬,PW202611170001R2X0123456789ab\r\n',
    ],
    [
      'ccb-payroll',
      '1|6222020000000001001|张三|1234.56|PW202611170001R1X0123456789ab\r\n' +
        '2|6222020000000001002|买买提·艾力|0.05|PW202611170001R2X0123456789ab\r\n',
    ],
    [
      'abc-payroll',
      '编号,收款方账号,收款方户名,金额,备注\r\n' +
        '1,6222020000000001001,张三,1234.56,PW202611170001R1X0123456789ab\r\n' +
        '2,6222020000000001002,买买提·艾力,0.05,PW202611170001R2X0123456789ab\r\n',
    ],
    [
      'boc-payroll',
      '000002000000000123461\r\n' +
        `000001${'6222020000000001001'.padEnd(32)}张三${' '.repeat(56)}000000000123456${'PW202611170001R1X0123456789ab'.padEnd(40)}\r\n` +
        `000002${'6222020000000001002'.padEnd(32)}买买提·艾力${' '.repeat(48)}000000000000005${'PW202611170001R2X0123456789ab'.padEnd(40)}\r\n`,
    ],
  ])('%s', (key, expected) => expect(layOutText(format(key), PAYEES)).toBe(expected))

  it.each<[string, string[][]]>([
    [
      'cmb-payroll',
      [
        ['账号', '户名', '金额', '开户行', '注释'],
        ['6222020000000001001', '张三', '1234.56', '招商银行', 'PW202611170001R1X0123456789ab'],
        ['6222020000000001002', '买买提·艾力', '0.05', '工商银行', 'PW202611170001R2X0123456789ab'],
      ],
    ],
    [
      'pingan-payroll',
      [
        ['序号', '收款户名', '收款账号', '收款银行', '联行号', '转账金额', '备注'],
        ['1', '张三', '6222020000000001001', '招商银行', '', '1234.56', 'PW202611170001R1X0123456789ab'],
        ['2', '买买提·艾力', '6222020000000001002', '工商银行', '', '0.05', 'PW202611170001R2X0123456789ab'],
      ],
    ],
  ])('%s', (key, lines) => expect(layOutLines(format(key), PAYEES).lines).toEqual(lines))

  it('has totals in widths, and parted by a bar in the version that was shipped first', () => {
    const totals = (version: number) => {
      const found = formatOf('boc-payroll', version)
      return found && layOutText(found, PAYEES).split('\r\n')[0]
    }
    const sumFen = PAYEES.reduce((sum, { amountFen }) => sum + amountFen, 0n)
    expect(totals(1)).toBe(`${PAYEES.length}|${sumFen}`)
    expect(totals(2)).toBe(`${String(PAYEES.length).padStart(6, '0')}${String(sumFen).padStart(15, '0')}`)
    expect(formatOf('boc-payroll')?.version).toBe(2)
  })

  it('every line of a fixed-width file has the same bytes', () => {
    const lines = layOutText(format('boc-payroll'), PAYEES).split('\r\n').slice(1, 3)
    expect(lines.map((line) => bytesIn('gbk', line))).toEqual([153, 153])
  })
})

describe('the shipped formats', () => {
  it('carry our reference, name, card and amount, and no key and version twice', () => {
    for (const { key, columns } of SHIPPED_FORMATS) {
      const fields = columns.map(({ field }) => field)
      expect([key, fields.includes('reference'), fields.includes('name'), fields.includes('cardNo')]).toEqual(
        [key, true, true, true],
      )
      expect(fields.some((field) => field === 'amount' || field === 'amountFen')).toBe(true)
    }
    const keys = SHIPPED_FORMATS.map(({ key, version }) => `${key}/${version}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(
      SHIPPED_FORMATS.filter(({ key }) => key.endsWith('-payroll')).every(({ unproven }) => unproven),
    ).toBe(true)
  })
})

describe('rows that a format cannot express', () => {
  it.each([
    ['general-xlsx', { name: '𠮷田' }, undefined],
    ['icbc-payroll', { name: '𠮷田' }, ['收款账户名称', 'character', '𠮷']],
    ['icbc-payroll', { name: '张鿏' }, ['收款账户名称', 'character', '鿏']],
    ['icbc-payroll', { name: '张'.repeat(30) }, undefined],
    ['icbc-payroll', { name: '张'.repeat(31) }, ['收款账户名称', 'too-long', '60']],
    ['icbc-payroll', { name: '张,三' }, ['收款账户名称', 'separator', ',']],
    ['icbc-payroll', { name: '张"三' }, ['收款账户名称', 'separator', '"']],
    ['ccb-payroll', { name: '张|三' }, ['户名', 'separator', '|']],
    ['ccb-payroll', { name: '张,三' }, undefined],
    ['general-xlsx', { name: '=1+1' }, ['收款人户名', 'formula', '=']],
    ['general-xlsx', { bankName: '＝HYPERLINK(A1)' }, ['开户银行', 'formula', '＝']],
    ['general-xlsx', { name: '' }, ['收款人户名', 'missing', '']],
    ['general-xlsx', { name: ' ' }, ['收款人户名', 'missing', '']],
    ['general-xlsx', { cardNo: '' }, ['收款账号', 'missing', '']],
    ['general-xlsx', { name: '张\n三' }, ['收款人户名', 'character', '\n']],
    ['general-xlsx', { bankName: '' }, undefined],
    ['pain.001.001.09', { cardNo: '6'.repeat(34) }, undefined],
    ['pain.001.001.09', { cardNo: '6'.repeat(35) }, ['CdtrAcct/Id/Othr/Id', 'too-long', '34']],
    ['pain.001.001.09', { reference: 'R'.repeat(36) }, ['EndToEndId', 'too-long', '35']],
    ['pain.001.001.09', { name: '<张&三>' }, undefined],
  ] as const)('%s %o: %o', (key, over, expected) => {
    const faults = judgeRows(format(key), [row(1), row(7, over)])
    const [heading, fault, detail] = expected ?? []
    expect(faults).toEqual(expected === undefined ? [] : [{ rowNumber: 7, heading, fault, detail }])
    if (expected !== undefined) expect(() => layOutTable(format(key), [row(7, over)])).toThrow(Inexpressible)
  })

  it('asks for a CNAPS code where the bank wants one', () => {
    const pingan = format('pingan-payroll')
    const strict = {
      ...pingan,
      columns: pingan.columns.map((one) => (one.field === 'cnaps' ? { ...one, required: true } : one)),
    }
    expect(judgeRows(strict, [row(1), row(2, { cnaps: '308584000013' })])).toEqual([
      { rowNumber: 1, heading: '联行号', fault: 'missing', detail: '招商银行' },
    ])
  })

  it('knows what GBK has', () => {
    expect(lackedBy('gbk', '张三·A（）')).toBeUndefined()
    expect(lackedBy('gbk', '한')).toBeDefined()
    expect(bytesIn('gbk', '张A')).toBe(3)
    expect(bytesIn('utf-8', '张A')).toBe(4)
  })
})

describe('files of a batch', () => {
  const rows = Array.from({ length: 700 }, (_, index) =>
    row(index + 1, { bankName: index % 7 === 0 ? '工商银行' : '招商银行深圳分行' }),
  )
  it('keeps the own bank and others apart, so many rows a file', () => {
    const parts = splitFiles(format('cmb-payroll'), '202611170001', rows)
    expect(parts.map(({ name, group, part, rows: some }) => [name, group, part, some.length])).toEqual([
      ['PW202611170001-B1.xlsx', 'own', 1, 300],
      ['PW202611170001-B2.xlsx', 'own', 2, 300],
      ['PW202611170001-K1.xlsx', 'other', 1, 100],
    ])
    expect(parts.reduce((sum, { sumFen }) => sum + sumFen, 0n)).toBe(700n * 123_456n)
    expect(countFiles(format('cmb-payroll'), rows)).toBe(3)
  })
  it.each([
    [0, 0],
    [1, 1],
    [5_000, 1],
    [5_001, 2],
  ])('%i rows of the general format are %i files', (count, files) => {
    const some = Array.from({ length: count }, (_, index) => row(index + 1))
    expect(splitFiles(format('general-xlsx'), '1', some)).toHaveLength(files)
    expect(countFiles(format('general-xlsx'), some)).toBe(files)
  })
})

describe('pain.001.001.09, rule by rule', () => {
  const written = writePain001(format('pain.001.001.09'), {
    messageId: 'PW202611170001-F1',
    createdAt: '2026-11-17T08:00:00Z',
    day: '2026-11-17',
    debtor: { name: '星河科技 & Co', accountNo: '571900000000188', bankName: '招商银行杭州分行' },
    rows: [
      row(1, { cnaps: '308584000013' }),
      row(2, { name: '<O\'Neil & "三">', bankName: '', amountFen: 5n }),
    ],
  })
  const root = readXml(written)
  const [message] = nodesAt(root, 'CstmrCdtTrfInitn')
  const payments = nodesAt(root, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf')
  const text = (path: string) => textAt(message as never, path)

  it('is in its namespace', () =>
    expect(root.namespace).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'))
  it('has one header, one payment information, the elements in the order of the schema', () => {
    expect(message?.children.map(({ name }) => name)).toEqual(['GrpHdr', 'PmtInf'])
    expect(nodesAt(root, 'CstmrCdtTrfInitn/GrpHdr')[0]?.children.map(({ name }) => name)).toEqual([
      'MsgId',
      'CreDtTm',
      'NbOfTxs',
      'CtrlSum',
      'InitgPty',
    ])
    expect(
      nodesAt(root, 'CstmrCdtTrfInitn/PmtInf')[0]
        ?.children.map(({ name }) => name)
        .slice(0, 8),
    ).toEqual(['PmtInfId', 'PmtMtd', 'NbOfTxs', 'CtrlSum', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct', 'DbtrAgt'])
    expect(payments[0]?.children.map(({ name }) => name)).toEqual([
      'PmtId',
      'Amt',
      'CdtrAgt',
      'Cdtr',
      'CdtrAcct',
      'RmtInf',
    ])
  })
  it('counts and sums what it holds, in both places', () => {
    expect([
      text('GrpHdr/NbOfTxs'),
      text('GrpHdr/CtrlSum'),
      text('PmtInf/NbOfTxs'),
      text('PmtInf/CtrlSum'),
    ]).toEqual(['2', '1234.61', '2', '1234.61'])
    expect(payments).toHaveLength(2)
  })
  it('transfers, on a day, in yuan', () => {
    expect([text('PmtInf/PmtMtd'), text('PmtInf/ReqdExctnDt/Dt')]).toEqual(['TRF', '2026-11-17'])
    expect(payments.map((one) => nodesAt(one, 'Amt/InstdAmt')[0]?.attributes.Ccy)).toEqual(['CNY', 'CNY'])
    expect(payments.map((one) => textAt(one, 'Amt/InstdAmt'))).toEqual(['1234.56', '0.05'])
  })
  it('names each by our reference, unlike all others, at most 35 characters', () => {
    const ids = payments.map((one) => textAt(one, 'PmtId/EndToEndId'))
    expect(new Set(ids).size).toBe(2)
    expect(Math.max(...ids.map((id) => id.length), text('GrpHdr/MsgId').length)).toBeLessThanOrEqual(35)
  })
  it('says names as they are, whatever characters they have', () => {
    expect(payments.map((one) => textAt(one, 'Cdtr/Nm'))).toEqual(['张三', '<O\'Neil & "三">'])
    expect(text('PmtInf/Dbtr/Nm')).toBe('星河科技 & Co')
    expect(textAt(payments[1] as never, 'CdtrAgt/FinInstnId/Othr/Id')).toBe('NOTPROVIDED')
  })
  it('names a bank by its CNAPS code where one is known, before its name', () => {
    const [known, unknown] = payments.map((one) => nodesAt(one, 'CdtrAgt/FinInstnId')[0])
    const code = 'ClrSysMmbId/MmbId'
    expect([textAt(known as never, code), textAt(unknown as never, code)]).toEqual(['308584000013', ''])
    expect(textAt(known as never, 'ClrSysMmbId/ClrSysId/Cd')).toBe('CNAPS')
    expect(written).toMatch(/<FinInstnId><ClrSysMmbId>.*?<\/ClrSysMmbId><Nm>/)
  })
})
