// What the payouts slice says to people.

import type { RiskKind } from '@paywages/domain/payouts/warning-levels.ts'
import type { RefusalDetail, RefusalText } from '../refusal.ts'

const resave = '请用 Excel 或 WPS 另存为 .xlsx 后重新上传'

/** Why a sheet was not read (D13); one sentence for each that says what to do next. */
export const sheetRefusals = {
  'sheet-too-large': {
    http: 413,
    field: 'file',
    msg: ({ megabytes }: RefusalDetail) => `文件不能超过 ${megabytes} MB，请拆分后分批上传`,
  },
  'sheet-too-many-rows': {
    http: 422,
    field: 'file',
    msg: ({ rows }: RefusalDetail) => `每次最多上传 ${rows} 行，请拆分后分批上传`,
  },
  'sheet-not-excel': {
    http: 415,
    field: 'file',
    msg: ({ kind }: RefusalDetail) =>
      kind === undefined
        ? `文件内容不是 .xls、.xlsx 工作簿或 .csv 表格，${resave}`
        : `文件内容是${kind}，不是 .xls、.xlsx 工作簿或 .csv 表格，${resave}`,
  },
  'sheet-not-named-excel': { http: 415, field: 'file', msg: '请选择 excel 文件上传' },
  'sheet-extension-differs': {
    http: 415,
    field: 'file',
    msg: ({ actual }: RefusalDetail) =>
      `文件内容是 .${actual} 格式，与文件名不符，请改正扩展名或另存后重新上传`,
  },
  'sheet-old-format': { http: 415, field: 'file', msg: `文件由 Excel 95 或更早的版本保存，${resave}` },
  'sheet-password': { http: 422, field: 'file', msg: '文件设有密码，请取消密码保护后重新上传' },
  'sheet-macros': { http: 422, field: 'file', msg: '文件含有宏，请另存为不含宏的 .xlsx 后重新上传' },
  'sheet-encoding': { http: 422, field: 'file', msg: `文件的文字编码无法识别，${resave}` },
  'sheet-damaged': { http: 422, field: 'file', msg: `文件已损坏或不完整，${resave}` },
  'sheet-bomb': { http: 422, field: 'file', msg: '文件解压后过大或结构异常，已停止读取，请使用模板重新制作' },
  'sheet-timeout': {
    http: 422,
    field: 'file',
    msg: '文件读取超时，已停止读取，请使用模板重新制作或拆分后上传',
  },
  'sheet-empty': { http: 422, field: 'file', msg: '表格中没有数据，请填写后重新上传' },
  'sheet-no-header': {
    http: 422,
    field: 'file',
    msg: '第一张工作表中没有找到表头（姓名、身份证号等），请使用模板填写',
  },
  'sheet-missing-columns': {
    http: 422,
    field: 'file',
    msg: ({ columns }: RefusalDetail) => `表头缺少：${columns}，请使用模板填写`,
  },
  'sheet-duplicate-columns': {
    http: 422,
    field: 'file',
    msg: ({ columns }: RefusalDetail) => `表头重复：${columns}，请只保留一列`,
  },
  'sheet-columns-unclear': {
    http: 422,
    field: 'file',
    msg: ({ columns }: RefusalDetail) => `请确认表头对应的字段${columns ? `：${columns}` : ''}`,
  },
  'sheet-heading-moves': {
    http: 422,
    field: 'file',
    msg: ({ row }: RefusalDetail) => `第 ${row} 行又有一个表头，列的顺序与前面不同，请拆成两张表分别上传`,
  },
  'sheet-amount-unit': {
    http: 422,
    field: 'file',
    msg: ({ unit }: RefusalDetail) => `金额的单位是「${unit}」，请换算成元后重新上传`,
  },
  'sheet-note-against': {
    http: 422,
    field: 'file',
    msg: ({ row }: RefusalDetail) =>
      `${row === undefined ? '表头上方' : `第 ${row} 行`}的说明提到有人不发、缓发或金额有变，请先改好相应的行，再删去这条说明后重新上传`,
  },
  'sheet-second-payout-sheet': {
    http: 422,
    field: 'file',
    msg: ({ sheet }: RefusalDetail) => `工作表「${sheet}」也有发放明细的表头，请选择要上传的工作表`,
  },
  'sheet-merged-cells': {
    http: 422,
    field: 'file',
    msg: ({ range }: RefusalDetail) => `数据区含有合并单元格（${range}），请取消合并并逐行填写后重新上传`,
  },
  'sheet-formula-uncomputed': {
    http: 422,
    field: 'file',
    msg: ({ cell }: RefusalDetail) =>
      `单元格 ${cell} 的公式没有计算结果，请用 Excel 或 WPS 打开、保存后重新上传`,
  },
} as const satisfies Record<string, RefusalText>

export type SheetRefusal = keyof typeof sheetRefusals

/** The high risks, in the words of the pages and of the audit log. */
export const riskWords: Readonly<Record<RiskKind, string>> = {
  'device-shared': '复核人与其他经办人使用同一设备',
  'likely-duplicate': '疑似重复发放',
  'card-and-amount': '换卡且金额异常',
  'card-shared': '多人共用一张卡',
  'ids-consecutive': '身份证号连号',
  'hidden-row': '表中隐藏的行',
}

/** Why a step of a batch is refused. */
export const payoutRefusals = {
  'duplicate-sheet': {
    http: 409,
    field: 'file',
    msg: (detail) => `该文件内容已上传过（批次 ${detail.batchNo}），如需再次上传请确认`,
  },
  'sheet-layout-changed': {
    http: 409,
    field: 'file',
    msg: (detail) => `${detail.name} 刚刚确认过同样的表头，且与您的选择不同，请重新确认`,
  },
  'sheet-total-differs': {
    http: 409,
    field: 'file',
    msg: (detail) =>
      `第 ${detail.row} 行的合计 ${detail.said} 与明细之和 ${detail.sum} 不一致，请核对表格；确认无误请确认后继续上传`,
  },
  'decision-disagrees': { http: 400, msg: '审批参数不正确' },
  'not-own-provider': { http: 403, msg: '只能处理所属供应商的发放批次' },
  'needs-pay-right': { http: 403, msg: '您没有转账权限' },
  'needs-check-right': { http: 403, msg: '您没有审核权限' },
  'starter-reviewed': { http: 422, msg: '发起人不能与复核人为同一账号' },
  'reviewer-took-part': { http: 422, msg: '复核人不能与上传人或审核人为同一账号' },
  'nothing-payable': { http: 422, msg: '批次中没有可发放的明细' },
  'risks-unchecked': {
    http: 422,
    msg: (detail) => `批次中有 ${detail.count} 项高风险，请逐项核实并填写说明后再提交`,
  },
  'risks-changed': { http: 409, msg: '批次的高风险项已变化，请重新核实' },
  'pair-about-you': { http: 422, msg: '该提醒涉及您自己的账号，须由其他管理员核实' },
  'no-pair-open': { http: 409, msg: '该批次的账号关联已核实，请刷新后查看' },
  'content-changed': { http: 409, msg: '批次内容与审核时不一致，已停止操作，请联系管理员' },
  'rows-of-several-batches': { http: 422, msg: '请选择同一批次的明细' },
  'numbers-erased': { http: 422, msg: '该批次的证件号与卡号已按保存期限清除，请重新上传发放表' },
  'nothing-to-copy': { http: 422, msg: '没有可重新发放的失败明细，可能已复制到其他批次' },
  'too-many-to-sort': {
    http: 422,
    msg: (detail) => `结果超过 ${detail.most} 笔，只能按时间排序；请缩小范围后再按该列排序`,
  },
  'upload-cancelled': { http: 400, msg: '上传已取消' },
} as const satisfies Record<string, RefusalText>

export const payoutTexts = {
  uploadFailed: '暂无法上传 excel 文件，请稍后重试',
  listFailed: '暂未获取 excel 导入历史记录，请稍后重试',
  compareFailed: '暂未获取批次比较，请稍后重试',
  detailFailed: '暂未获取发放明细，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  exportFailed: '文件下载失败',
  notExcel: '请选择 excel 文件上传',
  oneFile: '最多上传一个文件',
} as const
