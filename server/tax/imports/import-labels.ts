// The Chinese words of import files for the tax client: what stands beside the layout's own.

import { figure } from '@paywages/domain/money/figure.ts'
import type { LeftOutOfImport } from '@paywages/domain/tax/import-line.ts'
import type { KnownLayout } from '@paywages/domain/tax/layout-in-force.ts'

export const GENDERS = { male: '男', female: '女' } as const

export const correctedNote = (count: number) => `含更正 ${figure(count)} 笔`

export const IMPORT_NOTE_TITLES = {
  kind: '类别',
  what: '姓名或项目',
  idCardNo: '证件号码',
  people: '人数',
  income: '本期收入',
  why: '原因与处理',
} as const

export const IMPORT_NOTE_KINDS = { leftOut: '未列入', tie: '核对', open: '待选择', rule: '口径' } as const

export const TIE_LINES = {
  here: '本文件',
  leftOut: '未列入本文件',
  other: '另一计算方式的导入文件及其未列入人员',
  declared: '扣缴申报表“本期收入”合计',
  corrected: '更正申报表“本期收入”合计',
  gap: '差额',
} as const

/** Why a line is missing and what to do; `detail` names a column, or the months whose corrections still wait for a choice. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutOfImport, (detail: string) => string>> = {
  'negative-income': (months) =>
    months === ''
      ? '退票冲减后本期收入为负，扣缴端不接受负数；该退票已按「在本期更正」列入扣缴申报表，请勿再对原所属期办理更正申报，此人的本期申报请与主管税务机关确认'
      : `退票冲减后本期收入为负，扣缴端不接受负数；请为 ${months} 的更正选择「更正申报」，在扣缴端更正该所属期，本期不再导入此人`,
  'negative-item': () => '免税收入或扣除、减免项目冲减后为负，扣缴端不接受负数；请对原所属期办理更正申报',
  'exempt-above-income': () => '免税收入大于本期收入，扣缴端不接受；请核对免税收入的登记',
  'missing-field': (heading) => `模板要求填写“${heading}”，系统中没有该内容；请在扣缴端手工录入此人`,
}

/** Nobody has chosen how to file them: the file follows one of the two ways all the same. */
export const openChoiceNote = (months: number) =>
  `有 ${months} 个以前月份的更正尚未选择申报方式，本文件暂按“在本期更正”列入；选择“更正申报”后请重新下载，勿导入本文件`

export const IMPORT_RULES: readonly string[] = [
  '本文件导入自然人电子税务局（扣缴端）综合所得申报的劳务报酬；税额由扣缴端计算，与扣缴申报表核对后报送。',
  '本期收入与扣缴申报表同口径：所属期内支付成功的发放，扣除在本期冲减的退票。',
]

export const amendedRule = (month: string, bookedIn: string) =>
  `本文件用于更正申报 ${month}：含 ${bookedIn} 及以前选择更正申报的退票与补记，导入前请在扣缴端对 ${month} 启动更正申报。`

/** Stands among the properties of the file. */
export const layoutDescription = ({ file, own, layout }: KnownLayout) =>
  `导入模板 ${layout.name}，自 ${layout.effectiveFrom} 起执行，${own ? '自有模板' : '内置模板'} ${file}`

/** A month that was filed again is named with the period of its corrections, as its declaration is. */
export const importName = (provider: string, month: string, { layout }: KnownLayout, bookedIn?: string) =>
  `${layout.name}-${provider}-${month}${bookedIn === undefined ? '' : `（${bookedIn} 更正）`}-模板${layout.effectiveFrom}.${layout.format}`
