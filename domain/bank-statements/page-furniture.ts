// Tells lines of a table's data, and labels with their values that stand around it, from headings and from its rows.

import { parseDay } from './printed-days.ts'
import { parseAmount } from './statement-text.ts'
import type { TextLine } from './text-lines.ts'

const WITH_CENTS = /\d\.\d{2}\D*$/
const LABELLED = /^[\p{Script=Han}()/ ]{2,12}:/u
const MIN_LABELS = 2

/** An amount or a day stands there: whatever is beside it is no heading, though 支出 and 收入 are headings elsewhere. */
export function holdsData({ fragments }: TextLine): boolean {
  // Amounts first: they are quicker told than days, and nearly every row has one.
  return (
    fragments.some(({ text }) => isAmount(text)) ||
    fragments.some(({ text }) => parseDay(text, 'day-first') !== undefined)
  )
}

export const isAmount = (text: string): boolean => WITH_CENTS.test(text) && parseAmount(text) !== undefined

/** 账户余额:900.00 beside 冻结余额:0.00: nothing but labels with their values, which no row consists of. */
export function isLabels(texts: readonly string[]): boolean {
  return texts.length >= MIN_LABELS && texts.every((text) => LABELLED.test(text))
}

const PAGE_NUMBER = /^(?:(?:第|共|页码|Page)[:：]?\d+(?:页|of|\/)?[,，/]?)+(?:\d+页?)?$/i

/** 第 1 页 / 共 3 页 on a line of its own. */
export function isPageNumber({ fragments }: TextLine): boolean {
  return PAGE_NUMBER.test(fragments.map(({ text }) => text.replace(/\s/g, '')).join(''))
}
