// The words that the specification puts into the console to the letter (spec §5, §7, §8).

import { expect, it } from 'vitest'
import { accountFormLabels } from '../accounts/labels.ts'
import { uploadLabels as statementLabels } from '../bank-statements/labels.ts'
import { generateLabels as contractLabels } from '../enterprise-contracts/labels.ts'
import { categoryDialogLabels, itemDialogLabels, switchLabels } from '../invoice-categories/labels.ts'
import { applyLabels, resultLabels } from '../invoices/labels.ts'
import { limitLabels } from '../limits/labels.ts'
import { passwordLabels } from '../passwords/labels.ts'
import { uploadLabels as sheetLabels } from '../payouts/labels.ts'
import { auditLabels } from '../recharges/labels.ts'
import { passwordChangeLabels } from '../session/labels.ts'
import {
  generateLabels as proofLabels,
  uploadLabels as proofUploadLabels,
} from '../tax/proofs/proof-labels.ts'
import { uiLabels } from '../ui/labels.ts'

it.each([
  ['请输入确认密码', passwordLabels.confirmMissing],
  ['两次密码输入不一致，请重新输入', passwordLabels.mismatch],
  ['密码修改成功', passwordChangeLabels.changed],
  ['确认赋予该账号审核权限', accountFormLabels.grantCheck],
  ['上传成功，请核对转账记录开始转账', sheetLabels.done],
  ['导入失败，请稍后重试', sheetLabels.failed],
  ['上传成功', uiLabels.uploaded],
  ['上传成功', statementLabels.stored],
  ['审核提交成功', auditLabels.done],
  ['新增成功', limitLabels.added],
  ['新增成功', itemDialogLabels.added],
  ['发票申请新增成功', applyLabels.done],
  ['发票信息已编辑', resultLabels.done],
  ['发票类目新增成功', categoryDialogLabels.saved],
  ['发票类目已启用/停用', switchLabels.done],
  ['完税证明文件上传成功', proofUploadLabels.done],
])('%s', (specified, shown) => {
  expect(shown).toBe(specified)
})

it.each([
  ['已生成企业合同', contractLabels.done(3)],
  ['已生成上月完税证明', proofLabels.done(3)],
])('%s, with how many behind it', (specified, shown) => {
  expect(shown.startsWith(specified)).toBe(true)
})
