// Import layouts: what is refused with which column's name, which one a month is written by, which lines the client takes.

import { describe, expect, it } from 'vitest'
import { readLayout } from './import-layout.ts'
import { whyNotImported } from './import-line.ts'
import type { LayoutKind } from './layout-fields.ts'
import { type KnownLayout, layoutInForce, refuseTwoForOneDay } from './layout-in-force.ts'

const column = (heading: string, field: string, more: object = {}) => ({ heading, field, ...more })

const COLUMNS = [
  column('姓名', 'name', { required: true }),
  column('证件类型', 'idKind', { value: '居民身份证' }),
  column('证件号码', 'idCardNo'),
  column('所得项目', 'incomeItem', { value: '其他连续劳务报酬' }),
  column('本期收入', 'income', { format: 'amount' }),
  column('本期免税收入', 'exemptIncome'),
  column('商业健康保险', 'healthInsurance'),
  column('税延养老保险', 'deferredPension'),
  column('其他', 'otherDeduction'),
  column('捐赠', 'donation'),
  column('减免税额', 'taxRelief'),
]

const GOOD = {
  kind: 'income-cumulative',
  name: '劳务报酬',
  effectiveFrom: '2025-10-01',
  sheetName: '劳务报酬',
  columns: COLUMNS,
}

const read = (change: object) => readLayout(JSON.stringify({ ...GOOD, ...change }))
const problemOf = (answer: ReturnType<typeof readLayout>) =>
  'problem' in answer ? answer.problem : undefined
const withColumn = (heading: string, change: object) => ({
  columns: COLUMNS.map((one) => (one.heading === heading ? { ...one, ...change } : one)),
})

describe('layout file', () => {
  it('is read with its defaults', () => {
    const answer = readLayout(`\uFEFF${JSON.stringify(GOOD)}`)
    expect(answer).toMatchObject({
      layout: { format: 'xlsx', leadingRows: [], notesSheet: '', effectiveFrom: '2025-10-01' },
    })
    expect('layout' in answer && answer.layout.columns.slice(4, 6)).toEqual([
      { heading: '本期收入', field: 'income', format: 'amount', required: false, value: '' },
      { heading: '本期免税收入', field: 'exemptIncome', format: 'amount', required: false, value: '' },
    ])
  })

  it.each<[string, object, object]>([
    ['an unknown setting', { sheet: 'x' }, { code: 'unknown-setting', name: 'sheet' }],
    ['an unknown kind', { kind: 'wages' }, { code: 'wrong-setting', name: 'kind' }],
    ['no such day', { effectiveFrom: '2026-02-30' }, { code: 'wrong-setting', name: 'effectiveFrom' }],
    ['a month for a day', { effectiveFrom: '2026-02' }, { code: 'wrong-setting', name: 'effectiveFrom' }],
    ['an unknown file format', { format: 'xls' }, { code: 'wrong-setting', name: 'format' }],
    ['no name', { name: ' ' }, { code: 'wrong-setting', name: 'name' }],
    ['no sheet name', { sheetName: 3 }, { code: 'wrong-setting', name: 'sheetName' }],
    ['wrong leading rows', { leadingRows: ['x'] }, { code: 'wrong-setting', name: 'leadingRows' }],
    ['notes in a csv', { format: 'csv', notesSheet: 'n' }, { code: 'wrong-setting', name: 'notesSheet' }],
    ['notes on its own sheet', { notesSheet: '劳务报酬' }, { code: 'wrong-setting', name: 'notesSheet' }],
    ['no columns', { columns: [] }, { code: 'wrong-setting', name: 'columns' }],
    [
      'a column without a heading',
      { columns: [...COLUMNS, { field: 'note' }] },
      { code: 'wrong-column-setting', name: '12', what: 'heading' },
    ],
    [
      'an unknown field',
      { columns: [...COLUMNS, column('奖金', 'bonus')] },
      { code: 'unknown-field', name: '奖金', what: 'bonus' },
    ],
    [
      'a field of another kind',
      { columns: [...COLUMNS, column('性别', 'gender')] },
      { code: 'unknown-field', name: '性别', what: 'gender' },
    ],
    [
      'a field that every object has',
      { columns: [...COLUMNS, column('甲', 'toString')] },
      { code: 'unknown-field', name: '甲', what: 'toString' },
    ],
    [
      'a column without a field',
      withColumn('姓名', { field: undefined }),
      { code: 'unknown-field', name: '姓名', what: '' },
    ],
    [
      'a doubled heading',
      { columns: [...COLUMNS, column(' 姓名 ', 'note')] },
      { code: 'double-heading', name: '姓名' },
    ],
    [
      'a doubled field',
      { columns: [...COLUMNS, column('收入二', 'income')] },
      { code: 'double-field', name: '收入二', what: 'income' },
    ],
    [
      'a missing column',
      { columns: COLUMNS.slice(0, -1) },
      { code: 'missing-column', name: '减免税额', what: 'taxRelief' },
    ],
    [
      'a wrong format',
      withColumn('本期收入', { format: 'text' }),
      { code: 'wrong-format', name: '本期收入', what: 'text' },
    ],
    [
      'an unknown format',
      withColumn('姓名', { format: 'bold' }),
      { code: 'wrong-format', name: '姓名', what: 'bold' },
    ],
    [
      'words that are missing',
      withColumn('所得项目', { value: '' }),
      { code: 'missing-value', name: '所得项目' },
    ],
    [
      'words where figures stand',
      withColumn('本期收入', { value: '0' }),
      { code: 'needless-value', name: '本期收入' },
    ],
    [
      'an unknown setting of a column',
      withColumn('姓名', { width: 3 }),
      { code: 'unknown-column-setting', name: '姓名', what: 'width' },
    ],
    [
      'a wrong setting of a column',
      withColumn('姓名', { required: 'yes' }),
      { code: 'wrong-column-setting', name: '姓名', what: 'required' },
    ],
  ])('with %s is refused by name', (_, change, problem) =>
    expect(problemOf(read(change))).toMatchObject(problem),
  )

  it.each([['{'], ['[]'], ['null'], ['3']])('that is no JSON object is refused for all kinds: %s', (text) => {
    const problem = problemOf(readLayout(text))
    expect(problem?.code).toBe('not-json')
    expect(problem?.kind).toBeUndefined()
  })

  it('may repeat fixed and empty columns', () => {
    const more = [column('甲', 'empty'), column('乙', 'empty'), column('丙', 'fixed', { value: '否' })]
    expect(problemOf(read({ columns: [...COLUMNS, ...more] }))).toBeUndefined()
  })
})

const known = (file: string, effectiveFrom: string, own: boolean, kind: LayoutKind = 'income-cumulative') => {
  const answer = read({ effectiveFrom })
  if (!('layout' in answer)) throw new Error('no layout')
  return { file, own, layout: { ...answer.layout, kind } } satisfies KnownLayout
}

describe('layout in force', () => {
  const all = [
    known('shipped', '2025-10-01', false),
    known('own', '2026-03-15', true),
    known('own-same-day', '2025-10-01', true),
    known('later', '2026-05-01', false),
    known('people', '2025-10-01', false, 'people'),
  ]

  it.each([
    ['2025-09', undefined],
    ['2025-10', 'own-same-day'],
    ['2026-02', 'own-same-day'],
    ['2026-03', 'own'],
    ['2026-04', 'own'],
    ['2026-05', 'later'],
  ])('of %s is %s', (month, file) => {
    const { found } = layoutInForce({ known: all, refused: [] }, 'income-cumulative', month)
    expect(found?.file).toBe(file)
  })

  it('is not replaced by another when a file of its kind, or of an unknown kind, is refused', () => {
    const broken = (kind?: LayoutKind) => ({
      file: 'broken',
      own: true,
      problem: { code: 'not-json', name: '', ...(kind ? { kind } : {}) } as const,
    })
    const of = (kind?: LayoutKind) =>
      layoutInForce({ known: all, refused: [broken(kind)] }, 'income-cumulative', '2026-04')
    expect(of('people').found?.file).toBe('own')
    for (const kind of ['income-cumulative', undefined] as const)
      expect(of(kind)).toMatchObject({ refused: { file: 'broken' } })
  })

  it.each<[month: string, from: string, own: boolean, file: string]>([
    ['2026-02', '2026-03-01', true, 'own-same-day'],
    ['2026-03', '2026-03-31', true, 'broken'],
    ['2026-04', '2026-03-15', true, 'broken'],
    ['2026-04', '2026-03-15', false, 'own'],
    ['2026-04', '2026-03-14', true, 'own'],
    ['2026-05', '2026-03-31', true, 'later'],
    ['2025-10', '2027-01-01', true, 'own-same-day'],
    ['2027-01', '2027-01-01', true, 'broken'],
  ])('of %s with a refused file from %s is %s', (month, effectiveFrom, own, file) => {
    for (const named of [{ kind: 'income-cumulative' as const }, {}]) {
      const problem = { code: 'missing-column', name: '减免税额', effectiveFrom, ...named } as const
      const refused = [{ file: 'broken', own, problem }]
      const inForce = layoutInForce({ known: all, refused }, 'income-cumulative', month)
      expect((inForce.found ?? inForce.refused)?.file).toBe(file)
    }
  })

  it('is refused where two files of one folder and kind name one day', () => {
    const duplicates = [known('a', '2026-01-01', true), known('b', '2026-01-01', true)]
    const { known: left, refused } = refuseTwoForOneDay({ known: [...all, ...duplicates], refused: [] })
    expect(left.map(({ file }) => file)).toEqual(all.map(({ file }) => file))
    expect(refused.map(({ file, problem }) => [file, problem.code, problem.name])).toEqual([
      ['a', 'two-for-one-day', 'b'],
      ['b', 'two-for-one-day', 'a'],
    ])
  })
})

describe('line of the import file', () => {
  const amounts = {
    income: 100n,
    exemptIncome: 0n,
    healthInsurance: 0n,
    deferredPension: 0n,
    otherDeduction: 0n,
    donation: 0n,
    taxRelief: 0n,
  }
  it.each([
    [{}, undefined],
    [{ income: 0n }, undefined],
    [{ income: -1n }, 'negative-income'],
    [{ exemptIncome: 100n }, undefined],
    [{ exemptIncome: 101n }, 'exempt-above-income'],
    [{ exemptIncome: -1n }, 'negative-item'],
    [{ taxRelief: -1n }, 'negative-item'],
  ])('with %o is left out as %s', (change, why) =>
    expect(whyNotImported({ ...amounts, ...change })).toBe(why),
  )
})
