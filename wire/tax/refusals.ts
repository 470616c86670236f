// What the tax slice says to people (spec §8, D31).

import type { RefusalDetail, RefusalText } from '../refusal.ts'

const WAYS: Readonly<Record<string, string>> = { current: '在本期更正', amended: '更正申报' }

/** What stands, since when and by whom: a second manager sees what the first chose. */
function correctionFiledWords({ correctedMonth, way = '', name = '', at = '' }: RefusalDetail): string {
  const who = [name, at].filter((part) => part !== '').join('，')
  return `${correctedMonth} 的更正已按「${WAYS[way] ?? way}」申报${who === '' ? '' : `（${who}）`}，申报方式只能选择一次，不能更改`
}

export const taxRefusals = {
  'proof-not-rejectable': { http: 409, msg: '该完税证明尚未上传或已被驳回，请刷新后重试' },
  'tax-month-empty': {
    http: 422,
    msg: ({ month }: RefusalDetail) => `${month} 没有成功的发放记录，无需生成完税证明`,
  },
  'tax-month-open': {
    http: 422,
    field: 'month',
    msg: ({ month }: RefusalDetail) => `${month} 的数据尚未生成，请先生成完税证明`,
  },
  'tax-not-withheld': {
    http: 422,
    field: 'providerId',
    msg: ({ month }: RefusalDetail) => `该供应商 ${month} 未代扣个税，无需扣缴申报`,
  },
  'tax-quarter-running': {
    http: 422,
    field: 'quarter',
    msg: ({ quarter }: RefusalDetail) => `${quarter} 尚未结束，季度结束后方可生成报送表`,
  },
  'tax-quarter-open': {
    http: 422,
    field: 'quarter',
    msg: ({ missing }: RefusalDetail) => `以下月份的数据尚未生成，请先生成完税证明：${missing}`,
  },
  'vat-no-table': {
    http: 422,
    field: 'month',
    msg: ({ month }: RefusalDetail) => `${month} 没有适用的增值税起征点`,
  },
  'correction-missing': {
    http: 422,
    field: 'correctMonth',
    msg: ({ month, correctedMonth }: RefusalDetail) => `${month} 没有需要申报的 ${correctedMonth} 更正`,
  },
  'correction-filed': { http: 409, field: 'way', msg: correctionFiledWords },
  'correction-earlier-open': {
    http: 422,
    field: 'month',
    msg: ({ earlier }: RefusalDetail) => `请先选择 ${earlier} 中更正的申报方式，再选择以后月份的`,
  },
  'correction-below-zero': {
    http: 422,
    field: 'way',
    msg: ({ month, correctedMonth, names, people }: RefusalDetail) =>
      `在本期更正后，${names}${Number(people) > 5 ? '等' : ''} ${people} 人 ${month} 的收入为负，扣缴端不接受负数；请对 ${correctedMonth} 选择「更正申报」`,
  },
  'correction-not-amended': {
    http: 422,
    field: 'correctMonth',
    msg: ({ month, correctedMonth }: RefusalDetail) =>
      `${month} 中 ${correctedMonth} 的更正未选择「更正申报」，不生成更正申报表`,
  },
  'statements-too-many': { http: 422, msg: ({ max }: RefusalDetail) => `一次最多下载 ${max} 份` },
  'trial-no-table': { http: 422, field: 'day', msg: '该日期没有适用的税率表' },
  'trial-month-twice': {
    http: 422,
    field: 'history',
    msg: ({ month }: RefusalDetail) => `历史月份 ${month} 重复，请合并为一行`,
  },
  'trial-month-outside': {
    http: 422,
    field: 'history',
    msg: ({ month, first, last }: RefusalDetail) =>
      `历史月份 ${month} 不计入：按试算日期，须在 ${first} 至 ${last} 之间`,
  },
  'trial-withheld-more': {
    http: 422,
    field: 'history',
    msg: ({ month }: RefusalDetail) => `${month} 的已扣税额不能大于收入`,
  },
  'trial-history-both': { http: 422, field: 'history', msg: '选择人员与手工填写的历史只能取其一' },
} as const satisfies Record<string, RefusalText>

export const taxTexts = {
  monthWrong: '请选择月份',
  quarterWrong: '请选择季度',
  statusWrong: '状态参数不正确',
  idWrong: '完税证明参数不正确',
  reasonMissing: '请输入驳回原因',
  reasonTooLong: '原因最多 100 个字符',
  amountWrong: '请输入大于 0 的金额，最多两位小数',
  amountTooLarge: '金额不能超过 999,999,999.99 元',
  pastAmountWrong: '请输入金额，最多两位小数',
  historyWrong: '历史月份不正确，请检查月份与金额',
  dayWrong: '请选择日期',
  rateWrong: '服务费率为每万元的服务费，0 至 10,000，最多两位小数',
  methodWrong: '请选择计算方式',
  gapRuleWrong: '请选择收入中断后的累计方式',
  listFailed: '暂未获取完税证明，请稍后重试',
  generateFailed: '暂无法生成完税证明，请稍后重试',
  uploadFailed: '文件上传失败',
  downloadFailed: '文件下载失败',
  filingListFailed: '暂未获取申报数据，请稍后重试',
  filingFailed: '暂无法生成申报表，请稍后重试',
  calculatorFailed: '暂无法试算，请稍后重试',
  wayWrong: '请选择申报方式',
  correctionsFailed: '暂未获取更正内容，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const
