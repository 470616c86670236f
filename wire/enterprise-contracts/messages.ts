// What the contracts slice says to people (spec §5, §8, D29).

import type { RefusalDetail, RefusalText } from '../refusal.ts'

export const contractRefusals = {
  'contract-closed': { http: 409, msg: '合同已到期或终止，不能再修改' },
  'contract-term-missing': { http: 422, field: 'contractBegin', msg: '请选择合同起止日期' },
  'contract-term-wrong': { http: 422, field: 'contractBegin', msg: '合同结束日期须晚于开始日期' },
  'contract-unsigned': { http: 422, field: 'fileId', msg: '请先上传双方签署的合同文件，再设为生效' },
  'contract-over': { http: 422, field: 'contractBegin', msg: '合同期限已过，不能设为生效' },
  'contract-step-wrong': { http: 422, field: 'contractStatus', msg: '合同不能改为该状态' },
  'contract-no-taken': {
    http: 409,
    field: 'contractNo',
    msg: ({ contractNo }: RefusalDetail) => `合同编号 ${contractNo} 已存在，请更换`,
  },
  'contract-file-missing': { http: 404, msg: '不存在合同文件' },
  'contracts-all-live': { http: 422, msg: '所有供应商均已有未生效或生效中的合同，无需生成' },
} as const satisfies Record<string, RefusalText>

export const contractTexts = {
  numberMissing: '请输入合同编号',
  nameMissing: '请输入合同名称',
  categoryMissing: '选择发票类目',
  statusMissing: '选择发票状态',
  statusWrong: '状态参数不正确',
  fileMissing: '请上传合同文件',
  termMissing: '请选择合同起止日期',
  idWrong: '合同编号参数不正确',
  listFailed: '暂未获取企业合同，请稍后重试',
  saveFailed: '合同编辑失败',
  generateFailed: '暂无法生成企业合同，请稍后重试',
  downloadFailed: '文件下载失败',
  exportFailed: '暂无法导出企业合同，请稍后重试',
} as const
