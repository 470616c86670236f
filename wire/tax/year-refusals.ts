// What the calls about the statements of a year say to people.

import type { RefusalDetail, RefusalText } from '../refusal.ts'

export const yearRefusals = {
  'tax-year-wrong': { http: 422, field: 'year', msg: '请选择已开始的年度' },
  'tax-year-empty': {
    http: 422,
    field: 'year',
    msg: ({ year }: RefusalDetail) => `${year} 年没有已关账的发放记录，请先生成完税证明`,
  },
  'tax-year-over': { http: 409, msg: '该任务已结束，请刷新后查看' },
} as const satisfies Record<string, RefusalText>

export const yearTexts = {
  yearWrong: '请选择年度',
  idWrong: '年度汇总参数不正确',
  listFailed: '暂未获取年度汇总，请稍后重试',
  jobFailed: '暂未获取生成进度，请稍后重试',
  generateFailed: '暂无法生成年度汇总，请稍后重试',
  downloadFailed: '文件下载失败',
  generic: '暂无法操作，请稍后重试',
} as const
