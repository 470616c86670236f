// The Chinese words of the shell: menu sections, page titles with their one line, and the pages that stand in for others.

import { type ConsoleRights, hasRight, type Right } from '@paywages/domain/accounts/rights.ts'
import type { PagePath, SectionKey } from './pages.ts'

export const sectionLabels: Readonly<Record<SectionKey, string>> = {
  workbench: '工作台',
  payouts: '发放管理',
  funds: '资金管理',
  people: '人员管理',
  contracts: '合同管理',
  invoices: '发票管理',
  tax: '税务管理',
  settings: '账户设置',
  management: '账号管理',
}

type PageLabel = { readonly title: string; readonly purpose: string }

export const pageLabels: Readonly<Record<PagePath, PageLabel>> = {
  '/layout': { title: '工作台', purpose: '今天要做的事都从这里开始' },
  '/payexcels': { title: '资金发放', purpose: '上传发放表，经审核、复核两步通过后开始转账' },
  '/payimport': { title: '核对发放表', purpose: '逐行核对发放表，决定通过或驳回' },
  '/exceldetail': { title: '转账详情', purpose: '查看一个批次每一笔转账的结果' },
  '/bankfiles': { title: '银行文件', purpose: '把一个批次的付款文件交给银行，并导入银行结果' },
  '/paydetail': { title: '明细查询', purpose: '跨批次查询每一笔发放的结果，上传银行对账单' },
  '/bankstatements': { title: '银行对账单', purpose: '上传过的对账单，以及每一行关联到了哪一笔发放' },
  '/bankstatement': { title: '对账结果', purpose: '一份对账单逐行关联的结果' },
  '/sheetlayouts': { title: '发放表表头', purpose: '付款岗确认过的发放表表头，下次上传不再询问' },
  '/limituser': { title: '结算规则', purpose: '结算规则与限制转账人员' },
  '/pendingtransfers': { title: '待处理转账', purpose: '处理银行没有明确答复的转账' },
  '/unknowndebits': {
    title: '银行未入账支出',
    purpose: '银行已支付或已受理而账上没有的支出：补记或由两人核实',
  },
  '/recharges': { title: '账户充值', purpose: '查看账户余额与充值记录，登记新的充值' },
  '/addrecharge': { title: '新增充值', purpose: '填写转账信息并上传银行回执' },
  '/rechargeverify': { title: '充值审核', purpose: '核对充值回执，确认款项到账' },
  '/auditrecharge': { title: '充值审核详情', purpose: '核对付款信息与回执，决定通过或拒绝' },
  '/receivercredits': { title: '到账核对', purpose: '上传收款账户对账单，核对每一笔到账与充值' },
  '/moneyview': { title: '资金汇总', purpose: '按供应商和发放时间汇总发放金额与服务费' },
  '/fundflow': { title: '资金流水', purpose: '账户每一笔进出与余额变化' },
  '/usermanage': { title: '人员管理', purpose: '查询自由职业者的签约与发放情况' },
  '/userdetail': { title: '人员详情', purpose: '一个人的基本信息、收入与完税记录' },
  '/enterpList': { title: '企业合同', purpose: '生成、维护与下载企业服务合同' },
  '/personList': { title: '个人合同', purpose: '查询签约邀请与签好的个人合同' },
  '/invoiceApply': { title: '发票申请', purpose: '提交开票申请，跟进审核与寄送' },
  '/invoiceManage': { title: '发票类目', purpose: '维护服务事项与发票类目' },
  '/invoiceRest': { title: '发票库存', purpose: '查看每月各类发票的库存与余量' },
  '/providerProof': { title: '供应商完税证明', purpose: '按月上传与下载供应商完税证明' },
  '/personProof': { title: '个人完税证明', purpose: '按月生成个人收入与纳税证明' },
  '/taxyears': { title: '年度收入纳税汇总', purpose: '每人一份全年收入与个税扣缴汇总，供办理年度汇算参考' },
  '/taxfiling': { title: '报税申报', purpose: '按月、按季准备个人所得税申报资料' },
  '/taxadjustments': {
    title: '税前调整',
    purpose: '免税收入、其他扣除与减免税额，两人录入并确认',
  },
  '/taxtrial': { title: '税费试算', purpose: '发放之前先算一算税费与实发金额' },
  '/basicinfo': { title: '基本信息', purpose: '供应商的登记信息，如需修改请联系管理员' },
  '/pwdmodify': { title: '密码修改', purpose: '修改后所有设备上的登录都会失效，需用新密码重新登录' },
  '/secondfactor': { title: '二次验证', purpose: '登录和重要操作时，除密码外再验证一次' },
  '/sessions': { title: '登录设备', purpose: '查看账号在哪些设备上登录，随时退出不再使用的设备' },
  '/accounts': { title: '账号列表', purpose: '查看与维护登录账号及其权限' },
  '/addaccount': { title: '新增账号', purpose: '为供应商开通登录账号，首次登录须修改密码' },
  '/editaccount': { title: '编辑账号', purpose: '权限变动后，该账号需要重新登录' },
  '/proposals': {
    title: '待确认变更',
    purpose: '账号权限、结算条件、审批策略、付款账户与银行格式的变更，由另一位管理员确认后生效',
  },
  '/approvalpolicies': {
    title: '审批策略',
    purpose: '按金额分档的复核人数与金额上限，修改须另一位管理员确认',
  },
  '/approvalpolicy': {
    title: '设置审批策略',
    purpose: '修改须另一位管理员确认，只对确认后上传的发放批次生效',
  },
  '/retention': {
    title: '个人信息保存期限',
    purpose: '个人信息保存多久、何时自动清除；修改须另一位管理员确认',
  },
  '/retentiondetail': {
    title: '保存期限与到期清单',
    purpose: '到期的个人信息由系统每日自动清除，账目与核验摘要保留',
  },
  '/payaccounts': {
    title: '付款账户',
    purpose: '各供应商从哪个账户、走哪个通道付款；变更由另一位管理员确认',
  },
  '/bankformats': {
    title: '银行格式',
    purpose: '付款文件按哪种格式写；新建与修改由另一位管理员确认，已开始的批次沿用原版本',
  },
  '/bankformat': { title: '银行格式设置', purpose: '按银行的模板设置各列，核对样例后提交' },
  '/providers': { title: '供应商列表', purpose: '查看与维护供应商及其结算条件' },
  '/addprovider': { title: '新增供应商', purpose: '登记一家供应商及其结算条件' },
  '/editprovider': { title: '编辑供应商', purpose: '修改只对此后上传的发放批次生效' },
  '/auditlog': { title: '操作日志', purpose: '谁、何时、在哪里、做了什么，均有记录且不可更改' },
}

/** The one line of a page for those who have not the right to what it asks for: no act that they lack. */
const purposesOfOthers: Readonly<Partial<Record<PagePath, { acts: Right; purpose: string }>>> = {
  '/payexcels': { acts: 'pay', purpose: '查看每个发放批次的审核、复核与转账进度' },
  '/payimport': { acts: 'pay-or-check', purpose: '逐行查看发放表，及其审核与复核' },
  '/pendingtransfers': {
    acts: 'check-or-manager',
    purpose: '银行没有明确答复的转账，由管理员与复核岗核实',
  },
  '/unknowndebits': {
    acts: 'check-or-manager',
    purpose: '银行已支付或已受理而账上没有的支出，由管理员与复核岗核实',
  },
  '/providerProof': { acts: 'pay-or-manager', purpose: '按月查看与下载供应商完税证明' },
  '/personProof': { acts: 'manager', purpose: '按月查看与下载个人收入与纳税证明' },
  '/basicinfo': { acts: 'not-manager', purpose: '供应商的登记信息' },
}

export function pageWords(path: PagePath, rights: ConsoleRights): PageLabel {
  const others = purposesOfOthers[path]
  if (others === undefined || hasRight(rights, others.acts)) return pageLabels[path]
  return { title: pageLabels[path].title, purpose: others.purpose }
}

export const shellLabels = {
  skip: '跳到正文',
  menu: '主菜单',
  openMenu: '打开菜单',
  breadcrumb: '当前位置',
  logout: '退出登录',
  available: '可用余额',
  findPayout: '查一笔发放',
  findPayoutHint: '查发放：姓名、身份证号、编号',
} as const

export const rechargesViewLabels = { addLimitUser: '新增限制人员' } as const

export const rechargeAlertLabels = {
  title: '温馨提示：',
  text: '您有充值转账需要审核，请及时处理！',
  look: '去审核',
} as const

export const roleLabels = {
  superManager: '超级管理员',
  manager: '管理员',
  pay: '付款岗',
  check: '复核岗',
} as const

export const fallbackLabels = {
  toWorkbench: '返回工作台',
  toLogin: '返回登录页',
  retry: '重试',
  reload: '重新加载',
  notFound: { title: '页面不存在', text: '地址可能有误，或页面已被移除。' },
  forbidden: { title: '您没有访问此页面的权限', text: '如需使用该功能，请联系管理员开通。' },
  down: {
    title: '服务暂时不可用，请稍后重试',
    text: '网络中断或服务正在重启。您的登录和已填内容不受影响，恢复后即可继续。',
  },
  broken: {
    title: '页面出错了',
    text: '已停止显示该页面，您的数据没有受到影响。请重新加载；若仍出错，请联系管理员。',
  },
} as const
