// What speaks against paying a row, and what only seems to.

import { expect, it } from 'vitest'
import {
  capitalsAgainst,
  saysAgainst,
  sectionAgainst,
  speakingColumns,
  tabAgainst,
  titleAgainst,
  unitInNote,
} from './row-says.ts'

it.each<[heading: string, cell: string, against: string | undefined]>([
  ['币种', 'USD', 'USD'],
  ['币种', '人民币', undefined],
  ['单位', '万元', '万元'],
  ['单位', '元', undefined],
  ['单位', '星河科技', undefined],
  ['是否发放', '否', '不发:否'],
  ['是否发放', '是', undefined],
  ['是否已发', '是', '不发:是'],
  ['是否已发', '否', undefined],
  ['已发放', '√', '不发:√'],
  ['已发放', '', undefined],
  ['状态', '停发', '不发:停发'],
  ['状态', '暂缓发放', '不发:暂缓发放'],
  ['状态', '正常', undefined],
  ['状态', '未发放', undefined],
  ['状态', '否', undefined],
  ['发放状态', '已发放', '不发:已发放'],
  ['发放状态', '待发放', undefined],
  ['审核结果', '不通过', '不发:不通过'],
  ['审核结果', '通过', undefined],
  ['审批状态', '驳回', '不发:驳回'],
  ['支付方式', '现金', '不发:现金'],
  ['支付方式', '银行转账', undefined],
  ['打款情况', '已打款', '不发:已打款'],
  ['打款情况', '未打款', undefined],
  ['备注2', '暂缓发放', '不发:暂缓发放'],
  ['财务备注', '本月不发', '不发:本月不发'],
  ['处理意见', '取消', '不发:取消'],
  ['其他', '请勿转账', '不发:请勿转账'],
  ['考勤情况', '缺勤3天', undefined],
  ['打款结果', '成功', '不发:成功'],
  ['发放状态', '已完成', '不发:已完成'],
  ['发放状态', '已撤回', '不发:已撤回'],
  ['发放状态', '失败', undefined],
  ['状态', '已完成', undefined],
  ['审批状态', '已驳回', '不发:已驳回'],
  ['审批结果', '被退回', '不发:被退回'],
  ['审批状态', '待财务审批', '不发:待财务审批'],
  ['流程状态', '流程中', '不发:流程中'],
  ['流程状态', '已完成', undefined],
  ['Status', 'Rejected', '不发:Rejected'],
  ['Payment Status', 'Paid', '不发:Paid'],
  ['Status', 'Active', undefined],
  ['Approved?', 'N', '不发:N'],
  ['Approved', 'Yes', undefined],
  ['Paid', 'Y', '不发:Y'],
  ['Paid', 'N', undefined],
  ['發放狀態', '暫停發放', '不发:暂停发放'],
  ['備註2', '本月不發', '不发:本月不发'],
  ['审核状态', '不合格', '不发:不合格'],
  ['人员状态', '黑名单', '不发:黑名单'],
  ['审批状态', '待审批', '不发:待审批'],
  ['审核状态', '审核中', '不发:审核中'],
  ['审核状态', '已审核', undefined],
  ['账户状态', '冻结', '不发:冻结'],
  ['银行卡状态', '已注销', '不发:已注销'],
  ['账户状态', '正常', undefined],
  ['是否黑名单', '是', '不发:是'],
  ['是否黑名单', '否', undefined],
  ['是否停发', '是', '不发:是'],
  ['是否停发', '否', undefined],
  ['是否暂缓', '√', '不发:√'],
  ['作废', '√', '不发:√'],
  ['作废', '', undefined],
  ['发放标识', 'N', '不发:N'],
  ['发放标识', 'Y', undefined],
  ['发放', 'N', '不发:N'],
  ['发放', '√', undefined],
  ['付款', '800', undefined],
  ['收款方式', '微信', '不发:微信'],
  ['收款方式', '银行卡', undefined],
  ['是否有效', '无效', '不发:无效'],
  ['是否有效', '否', '不发:否'],
  ['是否有效', '是', undefined],
  ['是否暂扣', '是', '不发:是'],
  ['是否暂扣', '否', undefined],
  ['应付状态', '挂账', '不发:挂账'],
  ['验收结果', '不通过', '不发:不通过'],
  ['验收结果', '通过', undefined],
  ['是否本人卡', '否', '不发:否'],
  ['是否本人卡', '是', undefined],
  ['说明', '第一周', undefined],
  ['发放确认', '×', '不发:×'],
  ['发放确认', '√', undefined],
  ['审核', '✗', '不发:✗'],
  ['财务核对', '❌', '不发:❌'],
  ['核对情况', '无', undefined],
  ['银行回单号', 'HD202611010001', '不发:已有回单'],
  ['打款流水号', '无', undefined],
  ['流水', '123456', undefined],
])('below %s the cell %s says %s', (heading, cell, against) => {
  const column = speakingColumns(new Map([[3, heading]]), () => false).get(3)
  expect(column && saysAgainst(column, cell)).toBe(against)
})

it('leaves out what is read, and headings that say nothing of the kind', () => {
  const cells = new Map([
    [0, '币种'],
    [1, '银行状态说明'],
    [2, '已发金额合计'],
    [3, '所属单位'],
  ])
  expect([...speakingColumns(cells, (column) => column === 0)]).toEqual([])
})

it.each([
  ['上月已发放明细', '不发:已发放'],
  ['以下人员停发', '不发:停发'],
  ['已发放人员请勿重复提交', undefined],
  ['以下现金发放', '不发:现金发放'],
  ['以下人员下月发放', '不发:下月发'],
  ['第二部分', undefined],
  ['未发放明细', undefined],
  ['附：2026年9月已发放明细', '不发:已发放'],
  ['以下人员暂不发放：', '不发:暂不发'],
  ['待确认人员：', '不发:待确认'],
  ['资料不全', '不发:资料不全'],
])('the section %s says %s', (title, against) => expect(sectionAgainst(title)).toBe(against))

it.each([
  [['说明：以上金额单位为万元'], '万元'],
  [['单位：千元'], '千元'],
  [['单位:万'], '万'],
  [['注：金额以万元计'], '万元'],
  [['备注：以上金额均以千元为单位'], '千元'],
  [['', '（万元）'], '万元'],
  [['', '（元）'], undefined],
  [['以元为单位'], undefined],
  [['单位：万科物业'], undefined],
  [['金额单位均为元'], undefined],
  [['单位：千山科技'], undefined],
  [['备注：以下金额均为港币'], '港币'],
  [['说明：金额以美元计算。'], '美元'],
  [['单笔金额为万元以上须审批'], undefined],
  [['All amounts in USD'], 'USD'],
  [['Currency: HKD'], 'HKD'],
  [['Currency: CNY'], undefined],
  [['All amounts in CNY'], undefined],
])('the note %j names the unit %s', (texts, unit) => expect(unitInNote(texts)).toBe(unit))

it.each([
  ['9月劳务费发放表（草稿）', '不发:草稿'],
  ['2026年9月发放表（作废）', '不发:作废'],
  ['9月已发放明细', '不发:已发放明细'],
  ['2026年9月扣款明细表', '不发:扣款明细'],
  ['2026年9月退款名单', '不发:退款名单'],
  ['测试数据，请勿使用', '不发:测试数据'],
  ['2026年10月杭州星河科技有限公司劳务费发放表（初稿）', '不发:初稿'],
  ['10月劳务费（待审核）', '不发:待审核'],
  ['未发放人员名单', undefined],
  ['已付款项目9月劳务费', undefined],
  ['测试部9月劳务费', undefined],
  ['劳务费发放模板', undefined],
])('the title %s says %s', (title, against) => expect(titleAgainst(title)).toBe(against))

it.each<[name: string, against: string | undefined]>([
  ['作废', '不发:作废'],
  ['11月（作废）', '不发:作废'],
  ['已发', '不发:已发'],
  ['2026年10月已发', '不发:已发'],
  ['不发', '不发:不发'],
  ['Sheet1', undefined],
  ['11月', undefined],
  ['待发放', undefined],
  ['11月预算', undefined],
  ['发放', undefined],
])('the tab %s says %s', (name, against) => expect(tabAgainst(name)).toBe(against))

it.each<[capitals: string, amount: string, against: string | undefined]>([
  ['壹仟贰佰元伍角整', '1200.5', undefined],
  ['人民币：叁仟元整', '3000.00', undefined],
  ['叁佰元整', '3000', '不发:与大写金额不符'],
  ['见附件', '3000', undefined],
  ['叁佰元整', '3000[不发:停发]', undefined],
])('%s beside %s says %s', (capitals, amount, against) =>
  expect(capitalsAgainst(capitals, amount)).toBe(against),
)

it('takes sums in characters for those of the amounts only where no other sums stand', () => {
  const kinds = (...headings: string[]) =>
    [...speakingColumns(new Map(headings.entries()), (column) => column === 0).values()].map(
      ({ kind }) => kind,
    )
  expect(kinds('金额', '金额大写')).toEqual(['capitals'])
  expect(kinds('实发', '应发', '大写')).toEqual([])
})
