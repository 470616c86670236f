// What the bank files slice says to people.

import type { Contradiction } from '@paywages/domain/bank-files/statement-evidence.ts'
import type { RefusalText } from '../refusal.ts'

const where = (line: string | number | undefined) => (Number(line) > 0 ? `第 ${line} 行` : '')

export const bankFileRefusals = {
  'bank-file-state': { http: 409, msg: '该银行文件的状态已变化，请刷新后查看' },
  'bank-file-reason': { http: 422, msg: '请填写原因' },
  'bank-file-withdrawing': { http: 409, msg: '该文件已申请撤回，须先确认或不同意撤回' },
  'bank-file-not-withdrawing': { http: 409, msg: '该文件没有待确认的撤回申请，请刷新后查看' },
  'bank-file-own-submission': { http: 422, msg: '文件由您提交银行，结果须由另一人复核' },
  'bank-file-own-import': { http: 422, msg: '结果由您导入，须由另一人复核' },
  'bank-file-own-assignment': { http: 422, msg: '结果中有行由您指定对应，须由另一人复核' },
  'bank-file-own-withdrawal': { http: 422, msg: '撤回由您申请，须由另一人确认' },
  'bank-file-moved': { http: 409, msg: '文件中已有转账不在排队状态，不能撤回，请刷新后查看' },
  'bank-file-halted': {
    http: 409,
    msg: '账务正在与银行记录核对，暂不能下载、登记提交或撤回银行文件，请联系运营人员',
  },
  'bank-file-superseded': {
    http: 409,
    msg: '已由另一台数据库服务器发送，此处不能下载、登记提交或撤回银行文件，请联系运维人员',
  },
  'bank-file-restored': {
    http: 409,
    msg: '数据库恢复过，文件可能已在银行：请管理员与网银核对并经另一位管理员确认后，再下载、登记提交或撤回',
  },
  'direct-start-restored': {
    http: 409,
    msg: '数据库恢复过，该公司恢复前发起的批次可能已用银行文件付款：请管理员与网银核对并经另一位管理员确认后，再发起转账',
  },
  'bank-files-not-held': { http: 409, msg: '该供应商的银行文件没有暂停，请刷新后查看' },
  'bank-file-rows': {
    http: 422,
    msg: ({ count, row, heading }) =>
      `${count} 行无法写入该银行格式，未发起转账；第一处为第 ${row} 行的「${heading}」，请查看详情后处理`,
  },
  'paying-account-changed': { http: 409, msg: '付款账户已变更，请重新确认后发起' },
  'paying-account-disabled': {
    http: 409,
    msg: '所选的付款账户已停用或不存在，没有发起转账，请重新选择',
  },
  'paying-account-number': { http: 422, msg: '请输入付款账号' },
  'paying-account-format': { http: 422, msg: '文件通道须选择银行格式，直连通道不选' },
  'paying-account-default': { http: 422, msg: '停用的账户不能设为默认' },
  'paying-account-same': { http: 422, msg: '没有需要变更的内容' },
  'bank-format-wrong': { http: 422, msg: ({ words }) => String(words ?? '银行格式不正确') },
  'bank-format-name-taken': { http: 409, msg: '已有同名的银行格式，请换一个名称' },
  'bank-format-same': { http: 422, msg: '与当前版本相同，没有需要变更的内容' },
  'bank-format-day': { http: 422, msg: '启用日期不能早于今天，也不能晚于一年后' },
  'bank-format-withdrawn': { http: 409, msg: '该版本已停用' },
  'paying-account-format-gone': {
    http: 409,
    msg: '付款账户的银行格式已停用或尚未启用，请联系管理员更换格式',
  },
  'template-no-heading': { http: 422, field: 'file', msg: '模板中没有可以读取的内容，请上传带表头的模板' },
  'template-unreadable': {
    http: 422,
    field: 'file',
    msg: '模板无法读取：文件损坏、设有密码或不是表格，请从网银重新下载模板',
  },
  'template-macros': { http: 422, field: 'file', msg: '模板含有宏，请另存为不含宏的文件后上传' },
  'template-too-large': { http: 422, field: 'file', msg: '模板过大，请只保留表头和说明后上传' },
  'bank-result-known': { http: 409, msg: '该结果文件已导入过，没有改动任何转账' },
  'bank-result-other-file': {
    http: 409,
    msg: '同一份结果文件已用于另一份银行文件，或写明的是另一份文件的银行批号，且没有业务参考号可核对，不能导入',
  },
  'bank-result-changed': { http: 409, msg: '结果文件与您核对的不是同一份，请重新查看' },
  'bank-result-lines-changed': { http: 409, msg: '另一人刚刚改动了这些行的对应，请重新查看后再操作' },
  'bank-result-undecided': { http: 409, msg: '还有行没有指定对应的转账，须由经办人指定或保留处理中后再复核' },
  'result-line-unknown': { http: 409, msg: '要指定的行不在该结果中，请刷新后查看' },
  'result-not-candidate': { http: 422, msg: '所选的转账与该行不符，请从列出的转账中选择' },
  'result-candidate-taken': { http: 409, msg: '同一笔转账只能对应一行，请改选另一笔' },
  'result-unreadable': { http: 422, msg: '结果文件无法读取，请从网银重新下载' },
  'result-empty': { http: 422, msg: '结果文件中没有付款结果' },
  'result-nothing': {
    http: 422,
    msg: '结果文件中没有可入账的结果：均为处理中、状态不明，或都已指定为保留处理中',
  },
  'result-cut': {
    http: 422,
    msg: '结果文件第 {line} 行：按回盘对应的字节位置会从一个汉字中间截断，请核对位置与编码',
  },
  'result-headings': {
    http: 422,
    msg: '结果文件的表头无法识别：回盘文件须有且仅有一列状态、一列金额，以及业务参考号，或收款账号和户名，且只有一个非空工作表；对账单须有日期，以及借贷方向、收支列或余额（表头特殊的，先在「银行对账单」页上传并指明各列）',
  },
  'result-amount': { http: 422, msg: ({ line }) => `结果文件${where(line)}的金额不正确，整份文件未导入` },
  'result-totals': { http: 422, msg: ({ line }) => `结果文件${where(line)}的合计与明细不符，整份文件未导入` },
  'result-formula': { http: 422, msg: ({ line }) => `结果文件${where(line)}含公式，整份文件未导入` },
  'result-xml': { http: 422, msg: '报文不是合规的 XML（不接受 DTD、实体和外部引用）' },
  'result-message': { http: 422, msg: '报文须为 pain.002 或 camt.053' },
  'result-status': { http: 422, msg: '结果文件的汇总状态或标题与明细状态矛盾，整份文件未导入' },
  'result-no-account': { http: 422, msg: '对账单没有写明账户，无法确认是付款账户的，整份文件未导入' },
  'result-duplicate': {
    http: 422,
    msg: '银行称该文件重复提交：这不是首次提交的结果，不能据此判定失败，请导入首次提交的结果或账户对账单',
  },
  'result-too-old': {
    http: 422,
    msg: ({ line }) => `结果文件${where(line)}的日期早于本银行文件的生成日期，整份文件未导入`,
  },
  'result-foreign-row': {
    http: 422,
    msg: ({ line }) => `结果文件${where(line)}不属于本银行文件，整份文件未导入`,
  },
  'result-other-amount': {
    http: 422,
    msg: ({ line }) => `结果文件${where(line)}的金额与原指令不同，整份文件未导入`,
  },
  'result-other-payee': {
    http: 422,
    msg: ({ line }) => `结果文件${where(line)}的户名或账号与原指令不同，整份文件未导入`,
  },
  'result-row-twice': { http: 422, msg: ({ line }) => `结果文件${where(line)}重复，整份文件未导入` },
  'bank-result-people': {
    http: 422,
    msg: ({ people }) => `${people} 使用过同一设备，请核实不是同一人，并填写核实情况后再确认入账`,
  },
  'bank-file-people': {
    http: 422,
    msg: ({ people }) => `${people} 使用过同一设备，请核实不是同一人，并填写核实情况后再确认撤回`,
  },
  'bank-result-alike': {
    http: 422,
    msg: ({ name }) =>
      `结果没有业务参考号、日期和流水号，与「${name}」的收款人、金额也相同，请在网银核实是本文件的结果，并填写核实情况后再确认入账`,
  },
  'bank-result-batches': {
    http: 422,
    msg: '结果文件含多个银行批次号，且没有业务参考号可核对，整份文件未导入；请在网银按本文件的批次导出后再导入',
  },
  'contradiction-own-file': { http: 422, msg: '该文件由您提交、导入或复核，须由另一位管理员核查' },
  'no-contradiction-open': { http: 409, msg: '没有待核查的不符，请刷新后查看' },
  'result-nothing-new': {
    http: 422,
    msg: '对账单中没有新的结果：列出的转账都已入账，或还没有对应到本文件。未对应的行请先在「银行对账单」页选择，再导入同一份对账单',
  },
  'result-not-booked': {
    http: 422,
    msg: '该文件不能证明银行已付款：没有日期，或没有借贷方向、收支列或余额。请导入回盘文件或账户对账单',
  },
  'result-other-account': { http: 422, msg: '该对账单或结果不是本文件付款账户的，整份文件未导入' },
  'result-other-message': { http: 422, msg: '该结果写明的是另一份指令或批次，不属于本银行文件' },
} as const satisfies Record<string, RefusalText>

export const contradictionWords: Readonly<Record<Contradiction, string>> = {
  'not-debited': '结果为成功，对账单没有扣款',
  'came-back': '结果为成功，对账单显示已退回',
  'failed-debited': '结果为失败或已撤回，对账单已扣款',
  'debited-twice': '对账单扣款两次',
  'other-amount': '对账单金额不同',
}

export const bankFileTexts = {
  listFailed: '暂未获取银行文件，请稍后重试',
  planFailed: '暂未获取付款账户，请稍后重试',
  downloadFailed: '暂未下载银行文件，请稍后重试',
  linesFailed: '暂未获取待指定的行，请稍后重试',
  tooManyChoices: '一次最多指定 100 行',
  importFailed: '暂未导入银行结果，请稍后重试',
  accountsFailed: '暂未获取付款账户，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  reasonTooLong: '原因最多 200 个字符',
  wordMissing: '请填写核查结果',
  batchNoTooLong: '银行批号最多 60 个字符',
  holderMissing: '请输入户名',
  bankMissing: '请输入开户银行',
  accountWrong: '付款账号为 8 至 34 位数字或字母',
  formatWrong: '银行格式不正确',
  templateFailed: '暂未读取模板，请稍后重试',
  previewFailed: '暂未生成预览，请稍后重试',
  testFailed: '暂未生成测试文件，请稍后重试',
  dayWrong: '启用日期不正确',
} as const
