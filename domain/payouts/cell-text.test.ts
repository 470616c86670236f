// Tables of what cells hold and which text the validation gets.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CellValue, hasLostDigits, plainNumber, readCell } from './cell-text.ts'
import type { SheetField } from './sheet-row.ts'

function table(field: SheetField, cases: readonly (readonly [CellValue, string])[]): void {
  it.each(cases)('reads %j as %j', (value, text) => expect(readCell(field, value)).toBe(text))
}

describe('name cells', () =>
  table('name', [
    ['王小明', '王小明'],
    ['  王小明 ', '王小明'],
    ['王　明', '王明'],
    ['王 小 明', '王小明'],
    ['王\u00a0小明\u200b', '王小明'],
    ['\ufeff王小明', '王小明'],
    ['王小明\r\n', '王小明'],
    ["'王小明", '王小明'],
    ['阿卜杜拉•买买提', '阿卜杜拉·买买提'],
    ['阿卜杜拉．买买提', '阿卜杜拉·买买提'],
    ['阿卜杜拉 · 买买提', '阿卜杜拉·买买提'],
    ['John  Smith', 'John Smith'],
    ['Ｊｏｈｎ Ｓｍｉｔｈ', 'John Smith'],
    ['J. Smith', 'J. Smith'],
    ['𠮷 田', '𠮷田'],
    ['=王小明', '=王小明'],
    ['合计', '合计'],
    [12, '12'],
  ]))

describe('ID number cells', () =>
  table('idCardNo', [
    ['11010519491231002X', '11010519491231002X'],
    ['11010519491231002x', '11010519491231002X'],
    ['１１０１０５１９４９１２３１００２Ｘ', '11010519491231002X'],
    [' 110105 19491231 002x ', '11010519491231002X'],
    ['\u200e11010519491231002X\u202c', '11010519491231002X'],
    ["'11010519491231002X", '11010519491231002X'],
    ['＇11010519491231002X', '11010519491231002X'],
    [110105194912310, '110105194912310'],
    [Number('330102199001011230'), '3.3010220E+17'],
    ['#N/A', '#N/A'],
    [{ serial: 46_327 }, '2026-11-01'],
  ]))

describe('phone and bank card cells', () => {
  table('phone', [
    [13912342001, '13912342001'],
    ['１３９ １２３４ ２００１', '13912342001'],
    ['139-1234-2001', '13912342001'],
    ['+8613912342001', '13912342001'],
    ['(+86) 139 1234 2001', '13912342001'],
    ['0086-139-1234-2001', '13912342001'],
    ['8613912342001', '13912342001'],
    [8613912342001, '13912342001'],
    ['0571-87654321', '0571-87654321'],
    ['+1 (139) 1234 2001', '+1(139)12342001'],
  ])
  table('cardNo', [
    ['6222 0200 0111 1222 233', '6222020001111222233'],
    ['6222\t0200\n0111', '622202000111'],
    [622202000111122, '622202000111122'],
    [6.222e18, '6.2220000E+18'],
    ['6222-0200-0111-1222-233', '6222020001111222233'],
    ['6222—0200—0111—1222', '6222020001111222'],
    ['-6222020001111222', '-6222020001111222'],
    ['6222--0200', '6222--0200'],
  ])
})

describe('amount cells', () =>
  table('amount', [
    [1234.5, '1234.5'],
    [0.1 + 0.2, '0.3'],
    [92.10000000000001, '92.1'],
    [1.1 - 1, '0.1'],
    [1234.565, '1234.565'],
    [0.01, '0.01'],
    [100, '100'],
    [-5, '-5'],
    [0, '0'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    ['1234.50', '1234.50'],
    ['１２３４．５０', '1234.50'],
    [' 1234.50 ', '1234.50'],
    ['1,234.50', '1234.50'],
    ['１，２３４．５０', '1234.50'],
    ['12,345,678', '12345678'],
    ['¥100', '100'],
    ['￥1,200.50', '1200.50'],
    ['100元', '100'],
    ['100.00元整', '100.00'],
    ['RMB 100', '100'],
    ['人民币1,000.00元', '1000.00'],
    ['¥-100', '-100'],
    // Kept as they are, for the validation to refuse.
    ['1,23', '1,23'],
    ['1.234,50', '1.234,50'],
    ['1234,567', '1234,567'],
    ['100 200', '100 200'],
    ['100\n200', '100 200'],
    ['1.2万', '1.2万'],
    ['100+50', '100+50'],
    ['(100)', '(100)'],
    ['$100', '$100'],
    ['一百元', '一百元'],
    ['#DIV/0!', '#DIV/0!'],
    ['TRUE', 'TRUE'],
    [{ serial: 46_327 }, '2026-11-01'],
  ]))

describe('month cells', () =>
  table('month', [
    ...[
      ['2026-11', '2026/11', '202611', '2026年11月', '2026年11', '2026.11', '２０２６－１１', ' 2026-11 '],
      ['2026-11-01', '2026/11/1', '2026.11.01', '2026年11月1日', '20261101', '2026-11-01 00:00:00'],
      ['2026年11月份', '2026-11月', '2026/11/1 0:00', '2026-11-01T00:00:00', "'2026-11", '\u200b2026-11'],
    ]
      .flat()
      .map((text) => [text, '2026-11'] as const),
    ['2026-1', '2026-01'],
    ['2026年1月', '2026-01'],
    [202611, '2026-11'],
    [2026.11, '2026-11'],
    [46_327, '2026-11'],
    [46_356.99, '2026-11'],
    [{ serial: 46_327 }, '2026-11'],
    [{ serial: 46_357 }, '2026-12'],
    [{ serial: 60_000_000 }, '60000000'],
    [{ serial: 0.5 }, '0.5'],
    // Kept as they are, for the validation to refuse.
    ['2026-13', '2026-13'],
    ['2026-00', '2026-00'],
    ['202613', '202613'],
    ['2026.1', '2026.1'],
    [2026.1, '2026.1'],
    ['11月', '11月'],
    ['26-11', '26-11'],
    ['2026-11~12', '2026-11~12'],
  ]))

describe('bank and remark cells', () => {
  table('bank', [
    ['中国工商银行（杭州分行）', '中国工商银行（杭州分行）'],
    [' 招商银行\n杭州 ', '招商银行 杭州'],
    ['ＩＣＢＣ１', 'ICBC1'],
  ])
  table('remark', [
    ['第1周\t补贴', '第1周 补贴'],
    [' \u3000\u00a0\u200b ', ''],
    ['a\u0000b\u001fc\u001ed', 'a b c d'],
    [0.5, '0.5'],
  ])
})

describe('overlong cells', () => {
  it('are truncated, and never to a valid value', () => {
    expect(readCell('remark', '长'.repeat(300))).toBe(`${'长'.repeat(255)}…`)
    expect(readCell('cardNo', `6222020001111222233${' '.repeat(2_000)}X`)).toBe('6222020001111222233...')
  })
})

describe('detecting lost digits', () => {
  it.each<[CellValue, boolean]>([
    [999_999_999_999_999, false],
    [1e15, true],
    [6222020001111222, true],
    [6.222e18, true],
    ['6222020001111222233', false],
    ['6.222E+18', true],
    ['３．３０１Ｅ＋１７', true],
    ['6.22202E+15', true],
    ['1E5', false],
    [{ serial: 46_327 }, false],
  ])('returns for %j: %s', (value, lost) => expect(hasLostDigits(value)).toBe(lost))
})

describe('cell text, for arbitrary input', () => {
  it('writes any amount of fen as a plain decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (fen) => {
        const text = plainNumber(fen / 100)
        return Number(text) === fen / 100 && /^\d+(\.\d{1,2})?$/.test(text)
      }),
    )
  })

  it('never contains a separator of the packed rows', () => {
    const fields = ['name', 'idCardNo', 'phone', 'bank', 'cardNo', 'amount', 'month', 'remark'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (field, text) => {
          const read = readCell(field, text)
          return ![...read].some((character) => character < ' ') && readCell(field, read) !== undefined
        },
      ),
    )
  })
})
