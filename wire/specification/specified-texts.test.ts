// The specification's sentences to the letter: what a call says when it fails, and what it says of a field (spec §5, §8).

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { everyEndpoint } from '../endpoints.ts'
import { refusals } from '../refusals.ts'

const declared = new Map<string, Endpoint>(
  everyEndpoint().map(([, endpoint]) => [`${endpoint.method} ${endpoint.path}`, endpoint as Endpoint]),
)

describe('fallback text', () => {
  it.each([
    ['POST /login', '暂无法登录，请稍后重试'],
    ['POST /logout', '登出失败'],
    ['GET /user', '暂无法获取登录用户信息，请稍后重试'],
    ['POST /account/change/passwd', '暂无法操作，请稍后重试'],
    ['POST /account/add', '暂无法新增，请稍后重试'],
    ['POST /excel/import', '暂无法上传 excel 文件，请稍后重试'],
    ['GET /excel/import', '暂未获取 excel 导入历史记录，请稍后重试'],
    ['POST /excel/enable', '暂无法操作，请稍后重试'],
    ['POST /pay/change/status', '暂无法操作，请稍后重试'],
    ['GET /recharge/all', '暂未获取充值记录，请稍后重试'],
    ['GET /recharge/list', '暂未获取充值记录，请稍后重试'],
    ['POST /recharge/add', '暂无法新增账户充值，请稍后重试'],
    ['POST /recharge/upload/receipt', '暂无法上传回执文件，请稍后重试'],
    ['POST /recharge/audit', '暂无法操作，请稍后重试'],
    ['POST /platform/add', '暂无法新增，请稍后重试'],
    ['POST /provider/add', '暂无法新增，请稍后重试'],
    ['POST /add/limituser', '暂无法新增，请稍后重试'],
    ['GET /invoice/list', '获取发票列表失败'],
    ['POST /invoice/add', '发票新增失败'],
    ['POST /invoice/manage/audit', '发票审核失败'],
    ['POST /invoice/class/status', '发票类目启用/停用错误'],
    ['POST /contract/save', '合同编辑失败'],
    ['POST /contract/generate', '暂无法生成企业合同，请稍后重试'],
    ['POST /tax/generate', '暂无法生成完税证明，请稍后重试'],
    ['POST /tax/personal/generate', '暂无法生成完税证明，请稍后重试'],
    ['POST /tax/upload', '文件上传失败'],
    ['POST /file/upload', '文件上传失败'],
    ['GET /file/download', '文件下载失败'],
    ['GET /invoice/export', '文件下载失败'],
  ])('%s', (call, text) => {
    expect(declared.get(call)?.failure).toBe(text)
  })
})

describe('text of a field that is missing or wrong', () => {
  it.each([
    ['POST /login', 'uaccount', undefined, '账号不能为空'],
    ['POST /login', 'upasswd', undefined, '密码不能为空'],
    ['POST /account/change/passwd', 'uaccount', undefined, '请输入旧密码'],
    ['POST /account/change/passwd', 'upasswd', undefined, '请输入新密码'],
    ['POST /account/add', 'account', undefined, '请输入账号'],
    ['POST /account/add', 'passwd', undefined, '请输入密码'],
    ['POST /account/add', 'providerId', undefined, '请选择供应商'],
    ['POST /account/add', 'platformId', undefined, '请输入选择平台'],
    ['POST /recharge/add', 'payName', undefined, '请输入付款人'],
    ['POST /recharge/add', 'payAccount', undefined, '请输入付款账号'],
    ['POST /recharge/add', 'recvName', undefined, '请输入收款人'],
    ['POST /recharge/add', 'recvAccount', undefined, '请输入收款账号'],
    ['POST /recharge/add', 'money', undefined, '请输入转账金额'],
    ['POST /recharge/add', 'payDate', undefined, '请设置转账日期'],
    ['POST /contract/save', 'contractNo', '', '请输入合同编号'],
    ['POST /contract/save', 'contractName', '', '请输入合同名称'],
    ['POST /contract/save', 'invoiceClassId', undefined, '选择发票类目'],
    ['POST /contract/save', 'contractStatus', undefined, '选择发票状态'],
    ['POST /invoice/add', 'invoiceType', undefined, '请选择发票类型'],
    ['POST /invoice/add', 'invoiceClass', undefined, '请选择开票类目'],
    ['POST /invoice/add', 'invoiceAmount', undefined, '请输入开票金额'],
    ['POST /invoice/manage/trick', 'trickNo', '', '请输入物流单号'],
    ['POST /invoice/manage/trick', 'invoiceFileIds', [], '请上传发票文件'],
    ['POST /invoice/class/add', 'invoiceClassName', '', '请输入发票类目'],
    ['POST /invoice/class/add', 'serviceItemId', undefined, '请选择服务事项'],
    ['POST /invoice/serviceitem/add', 'value', '', '请输入服务事项名称'],
    ['POST /invoice/serviceitem/add', 'value', '项'.repeat(31), '长度在 1 到 30 个字符'],
  ])('%s %s', (call, field, value, text) => {
    const { input } = declared.get(call) as Endpoint
    const { error } = z.safeDecode(input, { [field]: value } as never)
    const told = error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)
    expect(told).toEqual([text])
  })
})

it.each([
  ['no-console-right', '暂无支付权限，请联系管理员'],
  ['sheet-not-named-excel', '请选择 excel 文件上传'],
  ['statement-type', '请选择 pdf 文件上传'],
  ['contract-file-missing', '不存在合同文件'],
] as const)('refusal %s', (code, text) => {
  expect(refusals[code].msg).toContain(text)
})
