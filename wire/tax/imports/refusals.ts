// What import files of the tax client say to people.

import type { LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import type { RefusalDetail, RefusalText } from '../../refusal.ts'
import { noLayoutText } from './layout-messages.ts'

export const importRefusals = {
  'tax-layout-wrong': {
    http: 422,
    msg: ({ file, problem }: RefusalDetail) =>
      `导入模板 ${file} 有误：${problem}；请联系系统管理员更正模板后重试`,
  },
  'tax-layout-none': {
    http: 422,
    msg: ({ kind, month }: RefusalDetail) =>
      `${noLayoutText(kind as LayoutKind, String(month))}，请联系系统管理员添加`,
  },
  'people-marked': {
    http: 409,
    msg: ({ month }: RefusalDetail) => `${month} 的人员信息已标记为已采集，请刷新后查看`,
  },
  'people-none-new': {
    http: 422,
    msg: ({ month }: RefusalDetail) => `${month} 没有需要采集的新人员`,
  },
} as const satisfies Record<string, RefusalText>

export const importTexts = {
  monthWrong: '请选择月份',
  kindWrong: '请选择导入文件的种类',
  providerWrong: '供应商参数不正确',
  listFailed: '暂未获取导入文件，请稍后重试',
  fileFailed: '暂无法生成导入文件，请稍后重试',
  markFailed: '暂无法操作，请稍后重试',
} as const
