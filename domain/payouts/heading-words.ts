// What people write over a column for each field, known at once whatever the sheet: data that all kinds of sheets share.

import { simplified } from '../bank-statements/traditional.ts'
import { AMOUNT_WORDS, meaningOfWord } from './amount-words.ts'
import type { SheetField } from './sheet-row.ts'

/** Words that say nothing of a kind by themselves (账号, 日期, 合计, 服务费) are left out: their content is shown, and the clerk asked. */
export const NAME_WORDS = [
  ...['真实姓名', '人员姓名', '员工姓名', '收款人姓名', '收款人', '收款人名称', '收款方姓名', '收款方户名'],
  ...[
    '收款户名',
    '收款账户名',
    '收款账户名称',
    '收款人户名',
    '户名',
    '开户名',
    '开户姓名',
    '账户名',
    '账户名称',
    '账户姓名',
  ],
  ...[
    '帐户名',
    '帐户名称',
    '账号名称',
    '持卡人',
    '持卡人姓名',
    '银行户名',
    '银行卡户名',
    '卡主姓名',
    '开户人',
    '开户人姓名',
  ],
  ...[
    '主播姓名',
    '骑手姓名',
    '司机姓名',
    '服务人员姓名',
    '灵活用工人员姓名',
    '自由职业者姓名',
    '自由职业者',
    '劳务人员姓名',
  ],
  ...[
    '工人姓名',
    '用户姓名',
    '会员姓名',
    '达人姓名',
    '合作人姓名',
    '合作者姓名',
    '领款人',
    '领款人姓名',
    '人员名称',
    '名字',
  ],
  ...[
    '姓名全称',
    '中文姓名',
    '本人姓名',
    '身份证姓名',
    '实名',
    '实名姓名',
    '收款人全称',
    '职员',
    '员工',
    '劳务人员',
  ],
  ...['name', 'fullname', 'employee', 'employeename', 'payee', 'payeename', 'beneficiary', 'beneficiaryname'],
] as const

export const ID_WORDS = [
  ...[
    '身份证',
    '身份证号码',
    '证件号',
    '证件号码',
    '身份证件号',
    '身份证件号码',
    '居民身份证号',
    '居民身份证号码',
    '居民身份证',
  ],
  ...[
    '身份证编号',
    '公民身份号码',
    '公民身份证号码',
    '收款人身份证号',
    '收款人身份证号码',
    '收款人身份证',
    '收款人证件号',
  ],
  ...[
    '收款人证件号码',
    '员工身份证号',
    '员工身份证号码',
    '人员身份证号',
    '本人身份证号',
    '本人身份证号码',
    '身份号码',
    '身份证NO',
  ],
  ...['身份证no', '证照号码', '有效证件号码', '证件编号', 'idno', 'idnumber', 'idcard', 'idcardno'],
  ...[
    'id',
    'idcardnumber',
    '身分证',
    '身分证号',
    '身分证号码',
    'nationalid',
    'nationalidno',
    'nationalidnumber',
    'identitycard',
    'identityno',
  ],
] as const

export const PHONE_WORDS = [
  ...[
    '手机',
    '手机号码',
    '电话',
    '电话号码',
    '联系电话',
    '联系方式',
    '联系手机',
    '联系手机号',
    '移动电话',
    '本人手机号',
  ],
  ...[
    '手机电话',
    '收款人手机',
    '收款人手机号',
    '收款人手机号码',
    '收款人电话',
    '收款人联系电话',
    '员工手机号',
    '员工手机',
  ],
  ...[
    '银行预留手机号',
    '预留手机号',
    '预留手机',
    '银行预留手机',
    '银行预留手机号码',
    '预留手机号码',
    '注册手机号',
    '绑定手机号',
  ],
  ...['phone', 'mobile', 'phonenumber', 'mobilephone', 'tel'],
  ...['phoneno', 'mobileno', 'mobilenumber', 'cell', 'cellphone', 'cellphoneno', 'telephone'],
] as const

export const BANK_WORDS = [
  ...[
    '开户银行',
    '开户行名称',
    '开户银行名称',
    '银行名称',
    '银行',
    '所属银行',
    '收款银行',
    '收款人开户行',
    '收款人开户银行',
  ],
  ...[
    '收款方开户行',
    '收款方开户银行',
    '收款行',
    '收款行名称',
    '收款银行名称',
    '收款开户行',
    '收款开户银行',
    '发卡行',
    '发卡银行',
  ],
  ...[
    '银行卡开户行',
    '银行卡开户银行',
    '银行卡所属银行',
    '开户行全称',
    '开户银行全称',
    '开户网点',
    '开户支行',
    '开户行支行',
  ],
  ...[
    '开户行及支行',
    '开户银行及支行',
    '账户开户行',
    '工资卡开户行',
    '银行全称',
    '卡所属银行',
    '帐户开户行',
    '开户支行名称',
    '开户网点名称',
    'bank',
    'bankname',
  ],
] as const

export const CARD_WORDS = [
  ...[
    '银行卡',
    '银行账号',
    '银行帐号',
    '银行账户',
    '银行帐户',
    '银行卡账号',
    '银行卡帐号',
    '银行卡号码',
    '卡号',
    '收款账号',
  ],
  ...[
    '收款帐号',
    '收款账户',
    '收款帐户',
    '收款卡号',
    '收款银行卡号',
    '收款银行账号',
    '收款人账号',
    '收款人帐号',
    '收款人账户',
  ],
  ...[
    '收款人卡号',
    '收款人银行卡号',
    '收款人银行账号',
    '收款方账号',
    '收款方帐号',
    '借记卡号',
    '储蓄卡号',
    '工资卡号',
    '工资卡',
  ],
  ...[
    '工资卡账号',
    '开户账号',
    '开户帐号',
    '银行卡卡号',
    '银行卡账户',
    '开户行账号',
    '开户银行账号',
    '打款账号',
    '打款卡号',
  ],
  ...[
    '打款账户',
    '结算账号',
    '结算卡号',
    '银行账户号',
    '银行账号/卡号',
    '卡号/账号',
    '银行卡号/账号',
    'cardno',
    'cardnumber',
  ],
  ...['账户号码', '帐户号码', '工资账号', '工资帐号', '代发账号', '代发卡号'],
  ...['bankaccount', 'accountno', 'bankcard', '个人账号', '个人账户', '个人卡号', '个人银行账号'],
  ...['accountnumber', 'bankaccountno', 'bankaccountnumber', 'bankcardno', 'bankcardnumber', 'card'],
] as const

export const MONTH_WORDS = [
  ...[
    '月',
    '月份',
    '所属月',
    '所属期',
    '所属期间',
    '归属月份',
    '归属月',
    '费用月份',
    '费用所属月份',
    '费用归属月份',
    '工资月份',
  ],
  ...[
    '薪资月份',
    '薪酬月份',
    '结算月份',
    '结算月',
    '业务月份',
    '发放月份',
    '劳务月份',
    '账期',
    '帐期',
    '账单月份',
    '所属账期',
  ],
  ...['税款所属期', '工资所属期', '发放年月', '计薪月份', '计薪期间', '发薪月份', '发放所属月份', '所得月份'],
  ...['税款所属月份', '收入月份', '收入所属月份', '报酬月份', '年月', '所属年月', '服务月份', 'month'],
  ...[
    '期间',
    '薪资期间',
    '工资期间',
    '归属期间',
    '归属期',
    '费用所属期',
    '费用归属期',
    '服务所属月份',
    '服务期间',
    '结算周期',
    '费用周期',
    '服务周期',
    '归属周期',
  ],
  ...['结算期间', '会计期间', '薪酬期间', 'period', 'payperiod', 'paymonth', 'payrollmonth', 'payrollperiod'],
] as const

export const REMARK_WORDS = [
  ...[
    '备注说明',
    '备注信息',
    '附言',
    '摘要',
    '付款备注',
    '打款备注',
    '转账备注',
    '付款附言',
    '转账附言',
    '用途',
    '付款用途',
  ],
  ...['转账用途', '款项用途', '资金用途', '发放说明', 'remark', 'remarks', 'note', 'memo'],
  ...['notes', 'comment', 'comments', '付款事由', '事由', '说明'],
] as const

const TEMPLATE_WORDS: Readonly<Partial<Record<SheetField, string>>> = {
  name: '姓名',
  idCardNo: '身份证号',
  phone: '手机号',
  bank: '开户行',
  cardNo: '银行卡号',
  amount: '金额',
  month: '所属月份',
  remark: '备注',
}

export const HEADING_WORDS: Readonly<Partial<Record<SheetField, readonly string[]>>> = {
  name: NAME_WORDS,
  idCardNo: ID_WORDS,
  phone: PHONE_WORDS,
  bank: BANK_WORDS,
  cardNo: CARD_WORDS,
  month: MONTH_WORDS,
  remark: REMARK_WORDS,
  amount: [...AMOUNT_WORDS.gross, ...AMOUNT_WORDS.net, ...AMOUNT_WORDS.either],
}

/** The longest heading worth normalising: a title row may hold a whole paragraph. */
export const MAX_HEADING_LENGTH = 40

const BRACKETED = /\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|〔[^〔〕]*〕|「[^「」]*」/g

/** Fields by their words; the template's own among them. */
const FIELD_OF_WORD = new Map<string, SheetField>([
  ...Object.entries(HEADING_WORDS).flatMap(([field, words]) =>
    words.map((word) => [word, field as SheetField] as const),
  ),
  ...Object.entries(TEMPLATE_WORDS).map(([field, word]) => [word, field as SheetField] as const),
])

/** A heading without spaces, line breaks, asterisks, colons, remarks in brackets and the unit yuan, nor the same once more in English. */
export function bareHeading(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\s\p{Cf}\p{Cc}*:'"★☆※]/gu, '')
  // 金额（大写） holds no figures.
  const bare = plain
    .replace(/\(大写\)/, '大写')
    .replace(BRACKETED, '')
    .replace(/^\d{1,2}[.、)](?=\p{Script=Han})/u, '')
    .replace(/[/-]?(?:单位)?[/-]元$/, '')
    .replace(/^必填|必填$/g, '')
  if (/^[\x20-\x7e]*$/.test(bare)) return lowered(bare)
  return FIELD_OF_WORD.has(bare)
    ? bare
    : (chineseOfBoth(bare) ?? oneOfTwo(bare) ?? knownInSimplified(bare) ?? bare)
}

/** 發放金額, as people in Hong Kong write it. */
function knownInSimplified(bare: string): string | undefined {
  const word = simplified(bare)
  return FIELD_OF_WORD.has(word) ? word : undefined
}

const lowered = (latin: string) => latin.toLowerCase().replace(/[._-]/g, '')
const BILINGUAL = /^(.*\p{Script=Han})[/_|·-]?([a-z][a-z._ -]*)$/iu

/** 身份证号IDNo. says the same twice; where the two differ, or one is unknown, the heading stays as it is. */
function chineseOfBoth(bare: string): string | undefined {
  const [, chinese = '', latin = ''] = BILINGUAL.exec(bare) ?? []
  const word = lowered(latin)
  const field = FIELD_OF_WORD.get(chinese)
  if (field === undefined || field !== FIELD_OF_WORD.get(word)) return undefined
  if (
    field === 'amount' &&
    meaningOfWord(word) !== 'either' &&
    meaningOfWord(word) !== meaningOfWord(chinese)
  )
    return undefined
  return chinese
}

/** 手机号/电话: two words for one field, of which either will do; two for an amount may mean gross and net. */
function oneOfTwo(bare: string): string | undefined {
  const [one = '', two = '', more] = bare.split(/[/、|或]/)
  const field = FIELD_OF_WORD.get(one)
  const isSame = field !== undefined && field === FIELD_OF_WORD.get(two) && more === undefined
  return isSame && field !== 'amount' ? one : undefined
}

/** Only who is always the one paid: a teacher, a foreman or a salesman may be somebody else's. */
const WHOSE =
  /^(?:收款人|收款方|收款|领款人|员工|职员|雇员|职工|人员|本人|个人|兼职人员|劳务人员|服务人员|合作者|主播|骑手|司机|达人|译者|演员|保洁员|配送员|快递员|促销员|导购员|安装工|工人|工友|纳税人|用工人员|临时工|小时工|绑定|预留)(.+)$/
const OF_PEOPLE: ReadonlySet<SheetField> = new Set(['name', 'idCardNo', 'phone', 'bank', 'cardNo'])

/** The field of a heading that says whose it is: 收款方身份证号, 职员姓名. */
export function fieldOfPayee(bare: string): SheetField | undefined {
  const field = FIELD_OF_WORD.get(WHOSE.exec(bare)?.[1] ?? '')
  return field !== undefined && OF_PEOPLE.has(field) ? field : undefined
}

const CHANGED =
  /^(?:最?新的?|现用?|现在的?|(?:变更|更换|更改|更正|修改|换)(?:后|为)?的?|正确的?|实际|代收人?|代领人?|代理人?|委托人?)(.+)$/
const ANOTHER_PAYEE = /^(?:(?:代收|代领|代理|委托)(?:收款)?人|实际收款人)$/

/** The field of a heading over what came instead of another column: 新卡号, 变更后银行卡号, 代收人. */
export function fieldOfChange(bare: string): SheetField | undefined {
  if (ANOTHER_PAYEE.test(bare)) return 'name'
  const field = FIELD_OF_WORD.get(CHANGED.exec(bare)?.[1] ?? '')
  return field === 'remark' ? undefined : field
}
