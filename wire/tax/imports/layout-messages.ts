// What is wrong with an import layout of the tax client, and what the layouts are called, for people.

import type { LayoutProblem } from '@paywages/domain/tax/import-layout.ts'
import type { LayoutKind } from '@paywages/domain/tax/layout-fields.ts'

export const layoutKindNames: Readonly<Record<LayoutKind, string>> = {
  'income-cumulative': '劳务报酬（适用累计预扣法）',
  'income-per-payment': '劳务报酬（不适用累计预扣法）',
  people: '人员信息采集',
}

const SENTENCES: Readonly<Record<LayoutProblem['code'], (problem: LayoutProblem) => string>> = {
  unreadable: () => '文件无法读取',
  'not-json': () => '内容不是有效的 JSON',
  'unknown-setting': ({ name }) => `设置项「${name}」无法识别`,
  'wrong-setting': ({ name }) => `设置项「${name}」缺失或不正确`,
  'unknown-column-setting': ({ name, what }) => `列「${name}」的设置项「${what}」无法识别`,
  'wrong-column-setting': ({ name, what }) => `列「${name}」的设置项「${what}」缺失或不正确`,
  'double-heading': ({ name }) => `列名「${name}」重复`,
  'unknown-field': ({ name, what }) => `列「${name}」的字段「${what}」无法识别`,
  'double-field': ({ name, what }) => `列「${name}」的字段「${what}」与其他列重复`,
  'wrong-format': ({ name, what }) => `列「${name}」不能使用格式「${what}」`,
  'missing-value': ({ name }) => `列「${name}」缺少固定内容`,
  'needless-value': ({ name }) => `列「${name}」由系统填写，不能设置固定内容`,
  'missing-column': ({ name, what }) => `缺少列「${name}」（字段 ${what}）`,
  'two-for-one-day': ({ name, what }) => `与文件 ${name} 的生效日期（${what}）相同`,
}

export const layoutProblemText = (problem: LayoutProblem): string => SENTENCES[problem.code](problem)

/** Where none of a kind is in force yet. */
export const noLayoutText = (kind: LayoutKind, month: string): string =>
  `没有适用于 ${month} 的「${layoutKindNames[kind]}」导入模板`
