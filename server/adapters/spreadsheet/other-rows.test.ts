// Rows of a sheet that pay nobody are left out and told; whatever names a person never is.

import { describe, expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSummary } from '../../testing/sheet-reading.ts'
import { type BuiltCell, buildSheet } from '../../testing/xlsx-builder.ts'

const people = SHEET_PEOPLE.slice(0, 2).map((person): BuiltCell[] => textsOf(person))
const [first = [], second = []] = people
const total = (amount: BuiltCell, label: BuiltCell = '合计'): BuiltCell[] => [label, '', '', '', '', amount]
const read = (rows: readonly (readonly BuiltCell[])[], tail?: string) => readSummary(buildSheet(rows, tail))

describe('totals', () => {
  it.each<[string, BuiltCell[], object]>([
    ['a total that agrees', total(2034.5), { kind: 'total', total: { agrees: true } }],
    [
      'a spaced label and a text',
      total('2,034.50元', '合　计：'),
      { kind: 'total', total: { agrees: true } },
    ],
    [
      'a total that differs',
      total(2000),
      { kind: 'total', total: { saidFen: 200_000, sumFen: 203_450, agrees: false } },
    ],
    ['a subtotal of a part', total(2034.5, '销售部小计'), { kind: 'subtotal', total: { agrees: true } }],
    ['a total without a figure', total('', '总计（大写）'), { kind: 'total' }],
    ['an unlabelled sum', total(2034.5, ''), { kind: 'total', label: '', total: { agrees: true } }],
    ['a total that was never computed', total({ xml: '<f>SUM(F2:F3)</f>' }), { kind: 'total' }],
    ['who made the sheet', ['制表：王五', '', '审核：李四'], { kind: 'footer', label: '制表' }],
    ['the heading again', [...SHEET_TITLES], { kind: 'heading' }],
    ['a count beside the sum', total(2034.5, '共2人'), { kind: 'total', total: { agrees: true } }],
    ['a count beside another sum', total(2034, '以上共计2人'), { kind: 'total', total: { agrees: false } }],
    ['a count and a sum in words', ['以上共计2人，金额2034.50元'], { kind: 'footer' }],
    ['a note of many words', [`填表说明：${'请确保姓名与银行卡一致；'.repeat(9)}`], { kind: 'footer' }],
    ['a note in the column of IDs', ['', '以上信息由本人提供并保证真实有效'], { kind: 'footer' }],
    [
      'a note with a phone in it',
      ['', '', '如有疑问请在三日内联系财务部王老师，电话13912342001'],
      { kind: 'footer' },
    ],
    ['a stamp', ['', '', '', '', '', '杭州星河科技有限公司（盖章）'], { kind: 'footer' }],
    ['a promise', ['承诺：以上人员均为我司灵活用工人员'], { kind: 'footer' }],
    ['a place', ['项目：滨江店'], { kind: 'footer' }],
  ])('leaves out and tells %s', async (_, row, skipped) => {
    const result = await read([SHEET_TITLES, ...people, row])
    expect(result.rows).toEqual(rowsOf(SHEET_PEOPLE.slice(0, 2)))
    expect(result.summary.skipped).toMatchObject([{ rowNumber: 4, ...skipped }])
  })

  it('holds subtotals against their part and the total against all', async () => {
    const { summary } = await read([
      SHEET_TITLES,
      first,
      total(1234.5, '小计'),
      second,
      total(800, '小计'),
      total(2034.5),
    ])
    expect(summary.skipped.map((row) => row.total?.agrees)).toEqual([true, true, true])
  })

  it('finds the label in a column that is not ours, and lets its cells be merged', async () => {
    const merge = '<mergeCells count="1"><mergeCell ref="A3:F3"/></mergeCells>'
    const rows = [
      ['序号', ...SHEET_TITLES],
      [1, ...first],
      ['小计', '', '', '', '', '', 1234.5],
      [2, ...second],
    ]
    const { rows: kept, summary } = await read(rows, merge)
    expect(kept.map(({ rowNumber }) => rowNumber)).toEqual([2, 4])
    expect(summary).toMatchObject({ unused: ['序号'], skipped: [{ rowNumber: 3, kind: 'subtotal' }] })
  })

  it.each([
    ['合计：2034.50元（大写：贰仟零叁拾肆元伍角）', true],
    ['合计金额：¥2,034.50', true],
    ['合计：3034.50元', false],
    ['合计2人', undefined],
  ])('holds the sum that stands in words against the rows: %s', async (text, agrees) => {
    const { summary } = await read([SHEET_TITLES, first, second, [text]])
    expect(summary.skipped.map(({ kind, total }) => [kind, total?.agrees])).toEqual([['total', agrees]])
  })

  it.each<[string, BuiltCell[]]>([
    ['a person called 合计', ['合计', ...first.slice(1)]],
    ['an amount alone that is no sum', total(5, '')],
    ['a footer’s word beside an amount', total(5, '审核：李四')],
    ['a name alone, whose data may be missing', ['张三丰']],
    ['a card alone', ['', '', '', '', '6222020001111222233（工行）']],
    ['words beside an amount', total(5, '项目：滨江店')],
    ['a phone', ['合计', '', '13912342001', '', '', 5]],
  ])('keeps %s, to be validated', async (_, row) => {
    const { rows, summary } = await read([SHEET_TITLES, ...people, row])
    expect(rows).toHaveLength(3)
    expect(summary.skipped).toEqual([])
  })
})

describe('headings', () => {
  it('may have a title above and a second line below', async () => {
    const upper = ['姓名', '身份证号', '手机号', '收款信息', '', '金额', '所属月份', '备注']
    const lower = ['', '', '', '开户行', '银行卡号']
    const { rows, summary } = await read([['11 月发放表'], upper, lower, ...people])
    expect(rows).toEqual(rowsOf(SHEET_PEOPLE.slice(0, 2), 4))
    expect(summary.skipped).toMatchObject([{ rowNumber: 1, kind: 'title' }])
  })

  it('may stand over two lines, few of them in the upper', async () => {
    const upper = ['人员', '', '', '收款', '', '金额（元）', '所属月份', '备注']
    const lower = ['姓名', '身份证号', '手机号', '开户行', '银行卡号']
    const { rows, summary } = await read([['11 月发放表'], upper, lower, ...people])
    expect(rows).toEqual(rowsOf(SHEET_PEOPLE.slice(0, 2), 4))
    expect(summary.skipped).toMatchObject([{ rowNumber: 1, kind: 'title' }])
  })

  it('do not change places below', async () => {
    const moved = ['身份证号', '姓名', ...SHEET_TITLES.slice(2)]
    await expect(read([SHEET_TITLES, first, moved, second])).rejects.toMatchObject({
      code: 'sheet-heading-moves',
      detail: { row: 3 },
    })
  })

  it('of two lines are asked about where the second splits the amount', async () => {
    const lower = ['', '', '', '', '', '应发', '实发']
    await expect(read([SHEET_TITLES, lower, ...people])).rejects.toMatchObject({
      code: 'sheet-columns-unclear',
    })
  })

  it('in another unit than yuan are asked about, and in another currency refused by it', async () => {
    const titles = SHEET_TITLES.map((title) => (title === '金额' ? '金额（万元）' : title))
    await expect(read([titles, ...people])).rejects.toMatchObject({
      code: 'sheet-columns-unclear',
      detail: { columns: '金额' },
    })
    const dollars = SHEET_TITLES.map((title) => (title === '金额' ? '金额（美元）' : title))
    await expect(read([dollars, ...people])).rejects.toMatchObject({
      code: 'sheet-amount-unit',
      detail: { unit: '美元' },
    })
  })

  it.each(['单位：万元', '劳务费发放表（单位：人民币千元）'])('below %s are asked about', async (title) => {
    await expect(read([[title], SHEET_TITLES, ...people])).rejects.toMatchObject({
      code: 'sheet-columns-unclear',
    })
  })

  it.each(['单位：元', '单位：千山科技有限公司'])('below %s are yuan', async (title) => {
    await expect(read([[title], SHEET_TITLES, ...people])).resolves.toBeDefined()
  })
})

describe('words around the rows', () => {
  const numbered = (row: BuiltCell[], at: number): BuiltCell[] => [at, ...row]
  const heading = ['序号', ...SHEET_TITLES]

  it.each(['附：2026年9月已发放明细', '以下人员暂不发放：'])(
    '%s stands over rows that are not paid',
    async (title) => {
      const { rows } = await read([heading, numbered(first, 1), [title], numbered(second, 2)])
      expect(rows.map(({ amount }) => /不发/.test(amount))).toEqual([false, true])
    },
  )

  it('above them that hold back somebody’s money are settled first', async () => {
    await expect(read([['10 月发放表（李四本月不发）'], heading, numbered(first, 1)])).rejects.toMatchObject({
      code: 'sheet-note-against',
    })
  })

  it('below them that hold back somebody’s money are settled first', async () => {
    const note = ['注：以上金额含税；王芳本月暂不发放']
    await expect(read([heading, numbered(first, 1), note])).rejects.toMatchObject({
      code: 'sheet-note-against',
      detail: { row: 3 },
    })
  })
})

describe('a row whose neighbours speak against it', () => {
  const titles = [...SHEET_TITLES, '审批意见', '金额大写']
  const amountsOf = async (rows: readonly (readonly BuiltCell[])[]) =>
    (await read([titles, ...rows])).rows.map(({ amount }) => amount)

  it('is not paid where 同上 stands below such words', async () => {
    const [one, two] = await amountsOf([
      [...first, '不同意'],
      [...second, '同上'],
    ])
    expect([one, two]).toEqual(['1234.5[不发:不同意]', '800[不发:不同意]'])
    const withRemarks = [first.with(7, '卡号有误，待核实'), second.with(7, '同上')]
    expect(await amountsOf(withRemarks)).toEqual([
      '1234.5[不发:卡号有误，待核实]',
      '800[不发:卡号有误，待核实]',
    ])
    expect(await amountsOf([first.with(7, '加班'), second.with(7, '同上')])).toEqual(['1234.5', '800'])
  })

  it('is not paid where the sum in characters is another', async () => {
    const rows = [
      [...first, '', '壹仟贰佰叁拾肆元伍角整'],
      [...second, '', '捌仟元整'],
    ]
    expect(await amountsOf(rows)).toEqual(['1234.5', '800[不发:与大写金额不符]'])
  })
})
