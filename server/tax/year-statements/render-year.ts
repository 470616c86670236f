// Renders the PDF of a person's year from the figures that its statements keep: nothing is worked out but sums (ADR 38).

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import {
  YEAR_SUMS,
  type YearMonth,
  type YearSums,
  yearStatementNo,
  yearSums,
} from '@paywages/domain/tax/year-statement.ts'
import { checkCode, fillIn } from '../../adapters/pdf-writer/published-text.ts'
import { writePdf } from '../../adapters/pdf-writer/write-pdf.ts'
import type { YearStatementRecord } from './year-list-store.ts'
import type { YearText } from './year-text.ts'
import { methodWords, remarkWords } from './year-words.ts'

/** The statements of one person and year, one a payer. */
export type YearDraft = {
  readonly statements: readonly [YearStatementRecord, ...YearStatementRecord[]]
  readonly idCardNo: string
}

/** Pure but for the compiler: the same statements give the same words and the same check code. */
export function renderYear(text: YearText, draft: YearDraft): Promise<Buffer> {
  const page = pageOf(text, draft)
  return writePdf(text.template, { ...page, digest: checkCode(text, page) })
}

/** Of the newest; where there are several, the paper says so. */
export function numberOf(statements: YearDraft['statements']): string {
  const newest = statements.reduce((a, b) => (a.statementId > b.statementId ? a : b))
  return yearStatementNo(newest.year, newest.statementId)
}

function pageOf(text: YearText, { statements, idCardNo }: YearDraft) {
  const [first] = statements
  const { year } = first
  const through = statements.map(({ throughMonth }) => throughMonth).sort()[0] ?? ''
  const isWhole = through === `${year}-12`
  const { facts, summary } = text
  const number = numberOf(statements)
  const totals = statements.map(({ months }) => yearSums(months))
  const sums = yearSums(totals)
  const made = statements.map(({ madeAt }) => madeAt).reduce((a, b) => (a > b ? a : b))
  return {
    title: text.title,
    number:
      statements.length === 1 ? number : fillIn(text.several, { number, count: String(statements.length) }),
    version: text.version,
    superseded: supersededWords(text, statements),
    facts: [
      [facts.name, first.name],
      [facts.year, fillIn(isWhole ? text.wholeYear : text.untilMonth, { year, month: through })],
      [facts.idCardNo, idCardNo],
      [facts.made, shanghaiMinute(made)],
    ],
    summary: [
      [summary.income, formatYuanGrouped(sums.incomeFen)],
      [summary.tax, formatYuanGrouped(sums.taxFen)],
    ],
    unit: text.unit,
    columns: text.columns,
    payers: statements.map((statement, index) => payerOf(text, statement, index)),
    overview: {
      ...text.overview,
      rows: statements.map(({ payerName }, index) => [payerName, ...amounts(totals[index] ?? sums), '']),
      total: [text.overview.total, ...amounts(sums), ''],
    },
    notes: text.notes,
  }
}

const amounts = (sums: YearSums): string[] => YEAR_SUMS.map((field) => formatYuanGrouped(sums[field]))

function payerOf(text: YearText, statement: YearStatementRecord, index: number) {
  const { payer: words } = text
  const { payerName, taxpayerId, year, statementId, version, throughMonth, months } = statement
  return {
    heading: fillIn(words.heading, { place: text.numerals[index] ?? String(index + 1), payer: payerName }),
    facts: [
      [words.taxpayerId, taxpayerId || text.blank],
      [
        words.number,
        `${yearStatementNo(year, statementId)} ${fillIn(words.version, { version: String(version) })}`,
      ],
      ['', fillIn(words.through, { month: throughMonth })],
      [words.method, methodsOf(text, months)],
    ],
    rows: months.map((month) => [month.month, ...amounts(month), remarkWords(text, month)]),
    total: [words.total, ...amounts(yearSums(months)), ''],
  }
}

/** One way of withholding alone, or each with its months. */
function methodsOf(text: YearText, months: readonly YearMonth[]): string {
  const ways = Map.groupBy(months, (month) => methodWords(text, month))
  if (ways.size === 1) return [...ways.keys()].join('')
  const { methodOfMonths, methodSeparator } = text.payer
  return [...ways]
    .map(([method, own]) =>
      fillIn(methodOfMonths, { method, months: own.map(({ month }) => month).join('、') }),
    )
    .join(methodSeparator)
}

function supersededWords(text: YearText, statements: YearDraft['statements']): string {
  const old = statements.find(({ supersededAt }) => supersededAt !== null)
  if (!old?.supersededAt) return ''
  return fillIn(text.superseded, {
    day: shanghaiDay(old.supersededAt),
    version: String(old.version + 1),
  })
}
