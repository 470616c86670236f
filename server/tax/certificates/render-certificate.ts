// Renders the PDF of a tax certificate from what its period booked: nothing is worked out but how it is explained (D28).

import { type Month, shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { statementNo } from '@paywages/domain/tax/certificate-no.ts'
import { type Declaration, declareMonth } from '@paywages/domain/tax/declaration.ts'
import { type DeclaredFigures, declaredFigures } from '@paywages/domain/tax/declared-figures.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import { dueLines } from '@paywages/wire/tax/messages.ts'
import { checkCode, fillIn } from '../../adapters/pdf-writer/published-text.ts'
import { writePdf } from '../../adapters/pdf-writer/write-pdf.ts'
import { DECLARATION_TITLES, METHOD_WORDS } from '../filing/filing-labels.ts'
import type { Payer } from '../periods/period-store.ts'
import type { PersonFigures } from '../periods/person-lines.ts'
import type { StatementLine } from './certificate-lines-store.ts'
import type { CertificateRecord } from './certificate-list-store.ts'
import type { CertificateText } from './certificate-text.ts'

export type CertificateDraft = {
  readonly statement: Pick<
    CertificateRecord,
    'statementId' | 'month' | 'name' | 'generatedAt' | 'incomeFen' | 'taxFen'
  >
  readonly payer: Payer
  readonly idCardNo: string
  readonly person: PersonFigures
  /** The person's further lines in the period, where payouts were withheld in several ways. */
  readonly furtherLines?: readonly PersonFigures[]
  readonly lines: readonly StatementLine[]
  readonly tables: TaxTables
}

type Pair = readonly [label: string, value: string]

/** Pure but for the compiler: the same draft gives the same words and the same check code. */
export function renderCertificate(text: CertificateText, draft: CertificateDraft): Promise<Buffer> {
  const page = pageOf(text, draft)
  return writePdf(text.template, { ...page, digest: checkCode(text, page) })
}

function pageOf(text: CertificateText, draft: CertificateDraft) {
  const { statement, payer, idCardNo, person, furtherLines = [], lines, tables } = draft
  const { month, incomeFen, taxFen } = statement
  const { facts, summary } = text
  const explained = explainedLines([person, ...furtherLines], month, tables)
  const year = explained[0]?.declaration
  const isDeclared = explained.some((one) => one.person.declared)
  const isCorrection = ({ kind, paymentMonth }: StatementLine) =>
    kind === 'reversed' || paymentMonth !== month
  const tax = isDeclared ? formatYuanGrouped(taxFen) : summary.incomeOnly
  return {
    title: text.title,
    number: statementNo(month, statement.statementId),
    version: text.version,
    facts: [
      [facts.payer, payer.name],
      [facts.month, monthIn(text, month)],
      [facts.taxpayerId, payer.taxpayerId || text.blank],
      [facts.made, shanghaiMinute(statement.generatedAt)],
      [facts.name, statement.name],
      [facts.idCardNo, idCardNo],
    ],
    summary: [
      [summary.income, formatYuanGrouped(incomeFen)],
      [summary.tax, tax],
    ],
    payments: { ...text.payments, rows: lines.filter((line) => !isCorrection(line)).map(paidRow(text)) },
    corrections: { ...text.corrections, rows: lines.filter(isCorrection).map(correctedRow(text)) },
    total: [text.total, '', formatYuanGrouped(incomeFen), tax],
    calculation: isDeclared
      ? calculationOf(text, draft, explained)
      : {
          heading: text.calculation.heading,
          note: text.calculation.notWithheld,
          figures: [],
          how: '',
          lines: [],
        },
    year: {
      heading: fillIn(text.year.heading, { year: month.slice(0, 4) }),
      figures: [
        [text.year.income, formatYuanGrouped(year?.yearIncomeFen ?? 0n)],
        [text.year.tax, formatYuanGrouped(year?.yearTaxFen ?? 0n)],
      ],
    },
    notes: isDeclared ? text.notes.withheld : text.notes.notWithheld,
    seal: { ...text.seal, name: payer.name },
  }
}

type Explained = { readonly person: PersonFigures; readonly declaration: Declaration }

/** What was not withheld is told only where nothing was. */
function explainedLines(lines: readonly PersonFigures[], month: Month, tables: TaxTables): Explained[] {
  const declared = lines.filter((line) => line.declared)
  return (declared.length === 0 ? lines.slice(0, 1) : declared).map((person) => ({
    person,
    declaration: declareMonth(person, month, { settings: person, tables }),
  }))
}

function monthIn({ monthWords }: CertificateText, month: Month): string {
  return fillIn(monthWords, { year: month.slice(0, 4), month: String(Number(month.slice(5))) })
}

const moneyOf = (text: CertificateText, { incomeFen, taxFen, withholds }: StatementLine): string[] => [
  formatYuanGrouped(incomeFen),
  withholds ? formatYuanGrouped(taxFen) : text.notWithheld,
]

const paidRow =
  (text: CertificateText) =>
  (line: StatementLine): string[] => [shanghaiDay(line.at), line.batchNo, ...moneyOf(text, line)]

const correctedRow =
  (text: CertificateText) =>
  (line: StatementLine): string[] => {
    const { reversed, late } = text.corrections
    const why = fillIn(line.kind === 'reversed' ? reversed : late, {
      month: monthIn(text, line.paymentMonth),
    })
    return [shanghaiDay(line.at), line.batchNo, why, ...moneyOf(text, line)]
  }

const money = (label: string, fen: Fen): Pair => [label, formatYuanGrouped(fen)]

/** Exempt income, other deductions and relief, where there are any. */
function adjustedFigures(
  { exempt, otherDeduction, beforeRelief, relief }: CertificateText['calculation'],
  { countedExemptFen, countedOtherDeductionFen, beforeReliefFen, countedReliefFen }: DeclaredFigures,
): { readonly taxable: readonly Pair[]; readonly tax: readonly Pair[] } {
  const any = countedExemptFen > 0n || countedOtherDeductionFen > 0n || countedReliefFen > 0n
  if (!any || exempt === undefined || otherDeduction === undefined) return { taxable: [], tax: [] }
  if (beforeRelief === undefined || relief === undefined) return { taxable: [], tax: [] }
  return {
    taxable: [money(exempt, countedExemptFen), money(otherDeduction, countedOtherDeductionFen)],
    tax: [money(beforeRelief, beforeReliefFen), money(relief, countedReliefFen)],
  }
}

function calculationOf(text: CertificateText, draft: CertificateDraft, explained: readonly Explained[]) {
  const { calculation: words } = text
  const several = explained.length > 1
  return {
    heading: words.heading,
    note: explained.every(({ declaration }) => declaration.trace === undefined) ? words.nothingLeft : '',
    figures: explained.flatMap((one) => [
      ...(several ? [[DECLARATION_TITLES.method, METHOD_WORDS[one.person.method]] as Pair] : []),
      ...figuresOf(text, draft, one, several ? one.person.taxFen : draft.statement.taxFen),
    ]),
    how: words.how,
    lines: explained.flatMap(({ declaration: { trace } }) =>
      trace === undefined
        ? []
        : dueLines(trace, { last: `${trace.day.slice(0, 7)} 收入`, tellsStart: words.tellsStart }).map(
            ({ label, value }): Pair => [label, value],
          ),
    ),
  }
}

function figuresOf(
  { calculation: words }: CertificateText,
  { statement: { month }, tables }: CertificateDraft,
  { person, declaration }: Explained,
  taxFen: Fen,
): Pair[] {
  const figures = declaredFigures(declaration, { ...person, period: month }, tables)
  const { openFen } = figures
  return [
    money(words.ownCosts, figures.costsFen),
    money(words.ownDeduction, figures.deductionFen),
    money(words.income, figures.countedIncomeFen),
    money(words.costs, figures.countedCostsFen),
    money(words.deduction, figures.countedDeductionFen),
    ...adjustedFigures(words, figures).taxable,
    money(words.taxable, figures.taxableFen),
    [words.rate, `${Number(figures.rateBasisPoints) / 100}%`],
    money(words.quickDeduction, figures.quickDeductionFen),
    ...adjustedFigures(words, figures).tax,
    money(words.due, figures.dueFen),
    money(words.withheldBefore, figures.withheldBeforeFen),
    money(words.withheldNow, taxFen),
    openFen === 0n
      ? money(words.settled, 0n)
      : money(openFen < 0n ? words.over : words.short, openFen < 0n ? -openFen : openFen),
  ]
}
