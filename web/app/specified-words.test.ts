// The words that the specification puts into the console to the letter (spec §5, §7, §8).

import { expect, it } from 'vitest'
import { accountFormLabels } from '../accounts/labels.ts'
import { uploadLabels as statementLabels } from '../bank-statements/labels.ts'
import { generateLabels as contractLabels } from '../enterprise-contracts/labels.ts'
import { categoryDialogLabels, itemDialogLabels, switchLabels } from '../invoice-categories/labels.ts'
import {
  applyLabels,
  auditLabels as invoiceAuditLabels,
  withdrawLabels as invoiceWithdrawLabels,
  resultLabels,
} from '../invoices/labels.ts'
import { limitLabels } from '../limits/labels.ts'
import { passwordLabels } from '../passwords/labels.ts'
import { decisionLabels, uploadLabels as sheetLabels } from '../payouts/labels.ts'
import { addLabels, auditLabels, reversalLabels, withdrawLabels } from '../recharges/labels.ts'
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
  ['新增成功', limitLabels.added],
  ['新增成功', itemDialogLabels.added],
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

it.each([
  ['操作成功', decisionLabels.audited, '等待复核'],
  ['操作成功', decisionLabels.reviewed, '等待付款岗转账'],
  ['操作成功', decisionLabels.reviewedMore(1), '还需 1 位复核'],
  ['操作成功', decisionLabels.auditRejected, '审核已驳回'],
  ['操作成功', decisionLabels.reviewRejected, '复核已驳回'],
  ['操作成功', decisionLabels.withdrawn, '批次已撤回'],
  ['操作成功', decisionLabels.started, '等待银行处理'],
  ['新增成功', addLabels.added, '等待审核'],
  ['审核提交成功', auditLabels.approved, '充值已通过'],
  ['审核提交成功', auditLabels.refused, '充值已拒绝'],
  ['操作成功', withdrawLabels.done, '充值已撤回'],
  ['操作成功', reversalLabels.confirmed('冲正'), '冲正已确认'],
  ['操作成功', reversalLabels.refused('退款'), '退款申请已拒绝'],
  ['操作成功', reversalLabels.takenBack('退款'), '退款申请已撤回'],
  ['发票申请新增成功', applyLabels.done, '等待审核'],
  ['操作成功', invoiceAuditLabels.agreed, '等待管理员开票'],
  ['操作成功', invoiceAuditLabels.refused, '申请已拒绝'],
  ['操作成功', invoiceWithdrawLabels.done, '申请已撤回'],
])('%s first, then what came of it or who is next: %s', (specified, shown, result) => {
  expect(shown.startsWith(`${specified}，`)).toBe(true)
  expect(shown).toContain(result)
})
