// Each kind of to-do in words, and the page where it is done.

import { TODO_KINDS, type TodoKind } from '@paywages/domain/workbench/todo.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import { describe, expect, it } from 'vitest'
import { placeOf, wordsOf } from './todo-words.ts'

const now = new Date('2026-11-13T09:30:00+08:00')

const todo = (kind: TodoKind, more: Partial<Todo> = {}): Todo => ({
  kind,
  title: '骑手补贴.xlsx',
  providerName: '',
  amountFen: 100n,
  since: new Date('2026-11-13T09:12:00+08:00'),
  byName: '陈静',
  count: 1_286,
  warnedCount: 0,
  reasons: [],
  rowCount: 1_287,
  runwayDays: 3,
  endDay: '2026-12-01',
  serial: '77',
  batchId: 7,
  rechargeId: 8,
  applicationId: 9,
  providerId: 2,
  rowId: null,
  noticeId: null,
  ...more,
})

const reasons = ['甲', '乙', '丙', '丁'].map((reason, index) => ({ reason, count: 9 - index }))

describe('to-dos on the workbench', () => {
  it.each([
    [
      'sending-halted',
      { title: 'unknown-debits', count: 2 },
      '转账暂停发送',
      '银行有账上没有的支出 · 2 笔补记或核实后自动恢复发送',
    ],
    [
      'sending-halted',
      { title: 'other-timeline', count: 0 },
      '转账暂停发送',
      '数据库经过恢复或切换，正在与银行记录核对 · 核对通过后自动恢复发送',
    ],
    [
      'sending-halted',
      { title: 'accepted-unasked', count: 0 },
      '转账暂停发送',
      '数据库恢复后，银行不提供已受理未执行付款的查询，须核对网银 · 请登记网银核对结果，另一位管理员确认后恢复发送',
    ],
    [
      'sending-halted',
      { title: 'record-cut', count: 1 },
      '转账暂停发送',
      '银行不再保留数据库恢复前部分日期的记录，须核对网银 · 请登记网银核对结果，另一位管理员确认后恢复发送',
    ],
    [
      'sending-halted',
      { title: 'superseded', count: 2 },
      '转账暂停发送',
      '已由另一台数据库服务器发送，此处不再发送转账、不再提供银行文件 · 请联系运维人员，确认由哪台数据库服务器发送',
    ],
    [
      'explain-debit',
      { title: 'PW1R2Xab', endDay: '2026-11-12', serial: '' },
      '银行支出 PW1R2Xab',
      '2026-11-12 银行已受理，尚未执行 · 账上没有，请核实',
    ],
    [
      'explain-debit',
      { title: 'PW1R2Xab', endDay: '2026-11-12' },
      '银行支出 PW1R2Xab',
      '2026-11-12 银行已支付 · 账上没有，请核实',
    ],
    ['audit-batch', {}, '骑手补贴.xlsx', '1,286 人 · 1,287 笔 · 陈静 今天 09:12 上传'],
    [
      'audit-batch',
      { warnedCount: 9 },
      '骑手补贴.xlsx',
      '1,286 人 · 1,287 笔 · 9 条提醒 · 陈静 今天 09:12 上传',
    ],
    ['review-batch', {}, '骑手补贴.xlsx', '1,286 人 · 1,287 笔 · 陈静 今天 09:12 审核通过'],
    ['start-batch', {}, '骑手补贴.xlsx', '1,286 人 · 1,287 笔 · 陈静 今天 09:12 复核通过'],
    [
      'audit-recharge',
      { title: '星河公司', providerName: '星河' },
      '星河公司 充值',
      '星河 · 陈静 今天 09:12 提交',
    ],
    ['unregistered-credit', { count: 3 }, '3 笔到账没有对应的充值', '收款账户已收到，未匹配到充值单'],
    ['confirm-reversal', { title: '多记' }, '充值冲退申请', '多记 · 陈静 今天 09:12 申请'],
    [
      'flagged-signing',
      { count: 2 },
      '2 份签约待核实',
      '最早 今天 09:12 签署 · 签署地址或设备异常，请向本人核实',
    ],
    [
      'flagged-signing',
      { count: 1, providerName: '星河' },
      '1 份签约待核实',
      '星河 · 今天 09:12 签署 · 签署地址或设备异常，请向本人核实',
    ],
    [
      'ending-contract',
      { count: 1, title: '云启综合服务合同', providerName: '云启' },
      '云启综合服务合同即将到期',
      '云启 · 2026-12-01 到期 · 请联系续签，到期后不再有效',
    ],
    [
      'ending-contract',
      { count: 2, providerName: '云启' },
      '2 份企业合同将在 30 天内到期',
      '云启 · 最早 2026-12-01 到期 · 请联系续签，到期后不再有效',
    ],
    [
      'audit-invoice',
      { title: 'FP202611130001', providerName: '星河' },
      '开票申请 FP202611130001',
      '星河 · 陈静 今天 09:12 申请',
    ],
    [
      'enter-invoice',
      { title: 'FP202611130001', providerName: '星河' },
      '开票申请 FP202611130001',
      '星河 · 陈静 申请 · 今天 09:12 审核通过',
    ],
    [
      'red-invoice',
      { providerName: '星河' },
      '已开票金额超出实际发放金额',
      '星河 · 发放退票后多开的部分，请开具红字发票冲回',
    ],
    [
      'file-correction',
      { count: 1, title: '2026-10', providerName: '星河' },
      '1 项更正待选择申报方式',
      '星河 · 2026-10 申报 · 在本期更正或更正申报，只能选一种',
    ],
    [
      'file-correction',
      { count: 3, title: '2026-09' },
      '3 项更正待选择申报方式',
      '最早 2026-09 · 在本期更正或更正申报，只能选一种',
    ],
    [
      'confirm-adjustment',
      { count: 2, providerName: '星河' },
      '2 笔税前调整待确认',
      '星河 · 最早 今天 09:12 录入 · 确认后才计入计税',
    ],
    [
      'upload-tax-proof',
      { count: 1, title: '2026-10' },
      '2026-10 完税证明待上传',
      '缴税后上传税务机关开具的文件',
    ],
    [
      'upload-tax-proof',
      { count: 2, title: '2026-09', providerName: '远山' },
      '2 份完税证明待上传',
      '远山 · 最早 2026-09 · 缴税后上传税务机关开具的文件',
    ],
    [
      'paused-batch',
      { count: 3 },
      '3 笔转账已暂停',
      '骑手补贴.xlsx · 今天 09:12 暂停 · 收款信息与审批时不一致，请立即联系系统管理员核查',
    ],
    [
      'schedule-failed',
      { reasons: [{ reason: '账户余额不足', count: 1 }] },
      '骑手补贴.xlsx 未按预约时间转账',
      '账户余额不足',
    ],
    [
      'missing-files',
      { count: 12 },
      '12 个文件在文件存储中缺失',
      '今天 09:12 检查发现，请联系运维人员从备份恢复',
    ],
    [
      'low-space',
      { title: '4.2 GB', count: 3 },
      '服务器存储空间仅剩 4.2 GB',
      '剩余 3%，用尽后将无法上传和转账，请联系运维人员清理或扩容',
    ],
    [
      'full-reads',
      { title: 'pay1', byName: '陈静', serial: 'reveal', count: 104, reasons: [], providerName: '' },
      'pay1（陈静）一小时内查看了 104 次完整信息',
      '今天 09:12 起明显多于平时 · 请向本人核实用途',
    ],
    [
      'full-reads',
      {
        title: 'pay1',
        byName: '',
        serial: 'export',
        count: 60,
        reasons: [{ reason: 'refused', count: 1 }],
        providerName: '远山',
      },
      'pay1 一小时内导出了 60 次完整信息',
      '远山 · 今天 09:12 起明显多于平时 · 已达上限，系统已拒绝继续查看',
    ],
    ['low-balance', {}, '余额约可支撑 3 个工作日', '按近 30 天的发放速度估算，请尽早充值'],
    [
      'follow-failures',
      { count: 14, reasons: reasons.slice(0, 2) },
      '14 笔转账失败',
      '骑手补贴.xlsx · 甲 9 · 乙 8',
    ],
    ['follow-failures', { count: 14, reasons }, '14 笔转账失败', '骑手补贴.xlsx · 甲 9 · 乙 8 · 丙 7 · 等'],
    ['watch-doubts', { count: 2 }, '2 笔转账银行尚未答复', '最早 今天 09:12 发出 · 系统会继续向银行查询'],
    ['propose-resolution', { count: 2 }, '2 笔转账待人工核实', '最早 今天 09:12 发出'],
    ['confirm-resolution', { count: 1 }, '1 笔转账的处理意见', '今天 09:12 提出'],
  ] as const)('describe %s with title and note', (kind, more, title, note) => {
    expect(wordsOf(todo(kind, more as Partial<Todo>), now)).toEqual({ title, note })
  })

  it('link to the record or to the page filtered to it', () => {
    const places = Object.fromEntries(
      TODO_KINDS.map((kind) => {
        const { to, search } = placeOf(todo(kind))
        return [kind, `${to}?${new URLSearchParams(search as Record<string, string>)}`]
      }),
    )
    expect(places).toEqual({
      'paused-batch': '/exceldetail?opId=7',
      'file-contradiction': '/bankfiles?opId=7',
      'late-result': '/bankfiles?opId=7',
      'assign-lines': '/bankfiles?opId=7',
      'confirm-result': '/bankfiles?opId=7',
      'confirm-withdrawal': '/bankfiles?opId=7',
      'carry-file': '/bankfiles?opId=7',
      'import-result': '/bankfiles?opId=7',
      'account-pair': '/payimport?opId=7',
      'full-reads': `/auditlog?${new URLSearchParams({ account: todo('full-reads').title })}`,
      'schedule-failed': '/payimport?opId=7&status=3&ischeck=1',
      'missing-files': '/layout?',
      'low-space': '/layout?',
      'confirm-change': '/proposals?',
      'account-notice': '/basicinfo?',
      'low-balance': '/addrecharge?',
      'sending-halted': '/unknowndebits?',
      'confirm-debit': '/unknowndebits?',
      'explain-debit': '/unknowndebits?',
      'confirm-resolution': '/pendingtransfers?',
      'propose-resolution': '/pendingtransfers?state=manual',
      'start-batch': '/payimport?opId=7&status=3&ischeck=1',
      'review-batch': '/payimport?opId=7&status=1&ischeck=1',
      'audit-batch': '/payimport?opId=7&status=0&ischeck=1',
      'audit-recharge': '/auditrecharge?rechargeId=8',
      'confirm-reversal': '/rechargeverify?row=8',
      'unregistered-credit': '/receivercredits?state=open',
      'audit-invoice': '/invoiceApply?status=1&row=9',
      'enter-invoice': '/invoiceApply?status=2&row=9',
      'red-invoice': '/invoiceApply?status=3&providerId=2',
      'flagged-signing': '/personList?flagged=1',
      'follow-failures': '/exceldetail?opId=7&status=2',
      'confirm-adjustment': '/taxadjustments?status=proposed',
      'upload-tax-proof': '/providerProof?due=1',
      'file-correction': `/taxfiling?${new URLSearchParams({ month: todo('file-correction').title })}`,
      'ending-contract': '/enterpList?ending=1',
      'watch-doubts': '/pendingtransfers?state=in-doubt',
    })
  })
})
