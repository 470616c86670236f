// What a remark says against paying its row: not to be paid, not all of it, not yet, or not to its card.

import { simplified } from '../bank-statements/traditional.ts'
import { clausesSpeakAgainst } from './remark-clauses.ts'
import { withheld } from './withheld-mark.ts'

/** Told alone in a remark or in a column of states. */
export const PAID =
  /^(?:本月|上月|之前|此前|\d{1,2}月份?)?(?:现金|微信|支付宝|线下)?已经?(?:现金|微信|支付宝|线下|另行)?(?:发放?|付款?|支付|打款|结清|结算|转账|领取?)(?:了|完毕|完成|成功)?$/
/** Told in a remark of how somebody is paid, and of nothing else. */
const WAY_IN_REMARK =
  /(?:现金|微信|支付宝|支票|线下)(?:收款|发放?|支付|付款?|结算|结清|领取?|转账|打款)(?=$|[,，。;；、!！])/
/** Somebody else takes it. */
const FOR_ANOTHER = /^(?:由|请)?代[收领](?:款?人)?[:：]/

/** Do not pay, already paid, on hold; with or without their spaces. */
const ENGLISH =
  /(?:do\s*n[o']?\s*t|don.t|never|not\s*to\s*be|will\s*not\s*be)\s*(?:pay|send|transfer|remit|paid)|already\s*(?:been\s*)?paid|(?<!be\s*)paid\s*(?:in\s*cash|by\s*cash|already|on\s*\d|via)|\bon\s*hold|\bhold\s*(?:until|till|for|payment|this|it\b)|\bwithhold\s*(?:pay|this|until|till)|\bcancel|\bvoid(?:ed)?\b|\bduplicated?\b|\bpay(?:ment)?\s*(?:in\s*)?(?:next|later)|\bpending\b|\bwrong\s*(?:card|account|amount|name)|\b(?:test|sample|example)\s*(?:row|data|only)/i

/** Longer ones are refused as too long. */
const MAX_REMARK = 100
const MAX_ALONE = 9
/** Most remarks have none of these, and need no second look. */
const MAYBE =
  /[不停勿毋莫别无作暂已待误错符扣支实只先卡账帐换改转打重微现线代缓取撤删剔除掉要下次稍后再等通推延挪禁拒示样例测参异冻销失非他她由请让给应调核确审认估更提补多少分同]/
const STOP =
  /(?:^|[,，。;；、\s])(?:本月|本次|本期|这次|这个月|暂时|先|都|请)?(?:不发|不付|不打|不结|不走|停发|停付|[勿别][发付打]|不[用要必][发付打]|无需[发打]|无需支付|不予发|暂不[发付打]|缓[发付]|暂缓发|暂停发|暂停|暂缓|扣发|扣留|(?:工资|劳务费)?暂扣|作废)(?:卡|银行|放|款|钱|了|付|工资|劳务费|算)*[。.!！]?$/
const DOUBTED =
  /^(?:(?:卡号|账号|户名|姓名|身份证号?|信息|开户行|手机号?)(?:有误|错误|不符|不对|不一致)(?:[,，;；\s]?(?:待|请)(?:核实|确认|核对|更正|修改))?|(?:金额|卡号|人员|信息)?(?:待(?:核实|确认|核对|定)|未定)|.{0,6}重复)$/
/** So much of it was paid already, or so much alone is to be paid. */
const PARTLY =
  /^(?:已经?(?:付|发|支付|打款|领|结)|预支|借支|扣款?|实发|实付|只发|只付|先付|先发)[:：]?[¥￥]?(\d[\d,]*(?:\.\d+)?)元?$/
const OTHER_CARD =
  /(?:换卡|新卡|改卡|卡号|账号|打到|转到|换成|改成|改为|代收|代领)\D{0,8}(\d{4}(?:[\s-]?\d{3,4}){3,4})(?!\d)/

/** A mark or a single word, and nothing else. */
const ALONE =
  /^(?:[×✗✘✖❌☒╳]|[xn]|no|void|hold|on ?hold|pending|tbd|cancell?ed|否|撤单?|停|缓|押|挂账|换卡|代[收领]|黑名单|减半|删|剔|撤|退|止|去掉|抵扣|冲抵(?:借款|欠款)?|待|请(?:再)?(?:核对|核实|确认)|(?:收款人|户名|卡号|账号|账户)(?:已|有)?(?:变更|变动|换了?)|[付发押扣打]放?了?一?半|按?[\d.一二三四五六七八九]+折(?:发放?|支付|付款?|结算)?|[?？]+)$/i
/** 打到支付宝, 转给李四: not to the card of the row. */
const ELSEWHERE =
  /(?:打|转|付|发|汇)(?:到|进|至|入)(?:其|他的?|她的?|本人)?(?:支付宝|微信|零钱|现金)|^(?:请)?(?:转|打|汇)给(?!本人|个人|员工|他$|她$)\p{Script=Han}{2,4}$/u

/** Of a remark: that the row is not to be paid, not all of it, or not to its card. */
export function remarkAgainst(written: string, amount?: string, cardNo?: string): string | undefined {
  if (written === '' || written.length > MAX_REMARK) return undefined
  const remark = simplified(written)
  if (remark.length <= MAX_ALONE && ALONE.test(remark)) return withheld(remark)
  if (/[a-z]/i.test(remark) && ENGLISH.test(remark)) return withheld(remark)
  if (!MAYBE.test(remark)) return undefined
  if ([STOP, DOUBTED, PAID, WAY_IN_REMARK, ELSEWHERE].some((form) => form.test(remark)))
    return withheld(remark)
  const [, part] = PARTLY.exec(remark) ?? []
  if (part !== undefined && Number(part.replaceAll(',', '')) !== Number(amount)) return withheld(remark)
  const [, card] = OTHER_CARD.exec(remark) ?? []
  if (card !== undefined && card.replace(/[\s-]/g, '') !== cardNo) return withheld('另有卡号')
  return FOR_ANOTHER.test(remark) || clausesSpeakAgainst(remark, amount) ? withheld(remark) : undefined
}
