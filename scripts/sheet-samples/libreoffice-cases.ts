// The cases that LibreOffice writes as .xls and .xlsx, one for each thing that people do to a payout sheet.

import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '@paywages/server/testing/sheet-people.ts'
import {
  blank,
  covered,
  date,
  type FlatTable,
  flatOds,
  number,
  numberFormula,
  rich,
  row,
  spanning,
  text,
  textFormula,
} from './flat-ods.ts'

const heading = row(SHEET_TITLES.map((title) => text(title)))
const people = SHEET_PEOPLE.map((person) => textsOf(person).map((value) => text(value)))
const table = (rows: readonly string[], name = '发放表'): FlatTable => ({ name, rows })
const plain = [heading, ...people.map((cells) => row(cells))]

/** The person's cells with some of them replaced. */
function changed(person: number, cells: Readonly<Record<number, string>>): string[] {
  return (people[person] ?? []).map((cell, index) => cells[index] ?? cell)
}

const AMOUNT = 5
const MONTH = 6
const LETTERS = ['Ａ', '１']

const widen = (value: string): string =>
  value.replace(/[0-9X]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

const filtered =
  '<table:database-ranges><table:database-range table:name="people" table:target-range-address="\'发放表\'.A1:\'发放表\'.H5" table:display-filter-buttons="true"><table:filter><table:filter-condition table:field-number="3" table:value="招商银行" table:operator="!="/></table:filter></table:database-range></table:database-ranges>'

/** File name → flat OpenDocument. */
export const LIBREOFFICE_CASES: Readonly<Record<string, string>> = {
  plain: flatOds([
    table(plain),
    table([row([text('列名'), text('说明')]), row([text('姓名'), text('必填')])], '填写说明'),
  ]),
  'rich-text': flatOds([
    table([
      heading,
      row(changed(0, { 0: rich('王', '小', '明'), 4: rich('6222020001', '111222233') })),
      ...plain.slice(2),
    ]),
  ]),
  formulas: flatOds([
    table([
      row([...SHEET_TITLES.map((title) => text(title)), text('单价'), text('数量')]),
      row([...changed(0, { [AMOUNT]: numberFormula('[.I2]*[.J2]', 1234.5) }), number(411.5), number(3)]),
      row([...(people[1] ?? []), blank, blank]),
      row([...changed(2, { [AMOUNT]: numberFormula('0.1-0.09', 0.01) }), blank, blank]),
      row([...changed(3, { 7: textFormula('IF(1=2;"x";"")', '') }), blank, blank]),
    ]),
  ]),
  'month-dates': flatOds([
    table([
      heading,
      row(changed(0, { [MONTH]: date('2026-11-01', 'inMonth') })),
      row(changed(1, { [MONTH]: date('2026-11-30', 'inChineseMonth') })),
      row(changed(2, { [MONTH]: number(46_300) })),
      row(changed(3, { [MONTH]: number(202_611) })),
    ]),
  ]),
  'hidden-rows': flatOds([
    table([heading, ...people.map((cells, index) => row(cells, index === 1 ? 'collapse' : ''))]),
  ]),
  'filtered-rows': flatOds(
    [table([heading, ...people.map((cells, index) => row(cells, index === 1 ? 'filter' : ''))])],
    filtered,
  ),
  'merged-title': flatOds([
    table([
      row([spanning('星河科技 2026年11月 发放表', 8, 1), ...Array(7).fill(covered)]),
      row([text('制表人：赵雨桐'), blank, blank, text('日期：2026-11-15')]),
      row(
        [
          '姓名*',
          '身份证 号',
          '手机号\n(11位)',
          '开户行',
          '银行卡号：',
          '金额（元）',
          '所属月份',
          '备注',
        ].map((title) => text(title)),
      ),
      ...plain.slice(1),
    ]),
  ]),
  'two-row-heading': flatOds([
    table([
      row([
        ...['姓名', '身份证号', '手机号'].map((title) => spanning(title, 1, 2)),
        spanning('收款信息', 2, 1),
        covered,
        ...['金额', '所属月份', '备注'].map((title) => spanning(title, 1, 2)),
      ]),
      row([covered, covered, covered, text('开户行'), text('银行卡号'), covered, covered, covered]),
      ...plain.slice(1),
    ]),
  ]),
  'any-order': flatOds([
    table(
      [SHEET_TITLES.map((title) => text(title)), ...people].map((cells, index) =>
        row([index === 0 ? text('序号') : number(index), ...cells.toReversed(), text('部门')]),
      ),
    ),
  ]),
  'blank-lines': flatOds([
    table([
      heading,
      row([blank]),
      ...plain.slice(1, 3),
      row([text('   '), text('　')]),
      row([blank]),
      ...plain.slice(3),
    ]),
  ]),
  'full-width': flatOds([
    table([
      heading,
      ...SHEET_PEOPLE.map((person) =>
        row(
          textsOf(person).map((value, index) =>
            text(index === 7 || value === '' ? value : ` ${widen(value)}　`),
          ),
        ),
      ),
    ]),
  ]),
  'typed-numbers': flatOds([
    table([
      heading,
      row(changed(0, { 2: number('13912342001'), [AMOUNT]: number('1234.5', 'inMoney') })),
      row(changed(1, { 1: number('110105198912310010'), 2: number('13800006172'), [AMOUNT]: number('800') })),
      row(changed(2, { 4: number('621700001234567890'), [AMOUNT]: number('0.01', 'inMoney') })),
      row(changed(3, { 4: number('622848000123456'), [AMOUNT]: number('91999.99') })),
    ]),
  ]),
  'merged-data': flatOds([
    table([
      heading,
      row(changed(0, { 3: spanning('中国工商银行', 1, 2) })),
      row(changed(1, { 3: covered })),
      ...plain.slice(3),
    ]),
  ]),
  'error-and-total': flatOds([
    table([
      heading,
      row(
        changed(0, {
          [AMOUNT]: '<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0"/>',
        }),
      ),
      ...plain.slice(2),
      row([text('合计'), blank, blank, blank, blank, numberFormula('SUM([.F3:.F5])', 92_800)]),
    ]),
  ]),
  'two-payout-sheets': flatOds([table(plain), table(plain, '十二月')]),
  'missing-columns': flatOds([
    table(plain.map((line) => line.replace('银行卡号', '卡号').replace('所属月份', '月份'))),
  ]),
  'heading-only': flatOds([table([heading])]),
  'nothing-at-all': flatOds([table([])]),
  'no-heading': flatOds([table(plain.slice(1)), table([row(LETTERS.map((letter) => text(letter)))], '说明')]),
}
