// What the payouts slice says to people.

import type { RefusalDetail, RefusalText } from '../refusal.ts'

const resave = '请用 Excel 或 WPS 另存为 .xlsx 后重新上传'

/** Why a payout sheet was not read (D13); one sentence for each that says what to do next. */
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
    msg: `文件内容不是 .xls 或 .xlsx 工作簿，${resave}`,
  },
  'sheet-extension-differs': {
    http: 415,
    field: 'file',
    msg: ({ actual }: RefusalDetail) =>
      `文件内容是 .${actual} 格式，与文件名不符，请改正扩展名或另存后重新上传`,
  },
  'sheet-old-format': { http: 415, field: 'file', msg: `文件由 Excel 95 或更早的版本保存，${resave}` },
  'sheet-password': { http: 422, field: 'file', msg: '文件设有密码，请取消密码保护后重新上传' },
  'sheet-macros': { http: 422, field: 'file', msg: '文件含有宏，请另存为不含宏的 .xlsx 后重新上传' },
  'sheet-damaged': { http: 422, field: 'file', msg: `文件已损坏或不完整，${resave}` },
  'sheet-bomb': { http: 422, field: 'file', msg: '文件解压后过大或结构异常，已停止读取，请使用模板重新制作' },
  'sheet-timeout': {
    http: 422,
    field: 'file',
    msg: '文件读取超时，已停止读取，请使用模板重新制作或拆分后上传',
  },
  'sheet-empty': { http: 422, field: 'file', msg: '表格中没有发放数据，请填写后重新上传' },
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
  'sheet-second-payout-sheet': {
    http: 422,
    field: 'file',
    msg: ({ sheet }: RefusalDetail) =>
      `只读取第一张工作表，但工作表「${sheet}」也有发放数据的表头，请删除该表或分开上传`,
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
