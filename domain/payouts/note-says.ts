// What a note below the rows of a sheet says against paying some of them: 李秀英本月只发一半, 以上人员暂不发放. Rules for everybody (未签合同不发) name no row.

/** Behind a number or a label. */
const CLAUSE_END = /[，,。;；、!！\s:：()（）[\]【】]+/

const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙朱胡郭林罗郑梁谢宋唐韩冯邓曹彭肖田董潘袁蔡蒋杜叶魏苏吕丁卢姚沈钟姜崔谭陆汪廖韦贾邹熊孟秦邱侯尹薛闫雷黎陶贺郝顾龚邵覃戴孔马何高许曾程余金石方夏任范'
/** Words that begin like a name. */
const NO_NAME =
  /^(?:金额|余[额款下]|任[何务意]|方[案式法]|马上|何[时人]|高[温管于]|许多|曾经|程序|夏季|范围|石油|黄金|陈旧)/
const NAMED = new RegExp(`^[${SURNAMES}]\\p{Script=Han}{1,2}`, 'u')
const ALL =
  /^(?:以上|上述|本表|此表|该表|表中|前述)(?:的?(?:全部|所有|各))?(?:人员|名单|明细|金额|费用|劳务费|工资|款项)?/

const HELD_BACK =
  /^(?:因.{0,8})?的?(?:工资|劳务费|费用|款项?|报酬|金额|卡号?|账号)?(?:本月|本次|本期|这次|这个月|先|暂时|都|也|均|全部|已离职|离职|请假)*(?:不(?:再|予|用)?[发付打结]|停[发付]|缓[发付]|暂[停缓不扣]|[只仅][发付]|少[发付]|扣[发款除]?\d|作废|取消|[别勿][发付打]|(?:下个?月|下次|下期|下批|次月)(?:再|一起|补)|已经?(?:另行|现金|微信)?(?:发放?|付款?|领[取走]?|支付|打款|结清)|改[打发付为成]|应为|有误|错误?了?$|待(?:定|核实?|确认))/

/** All amounts are still to be changed: 本月按80%发放, 以上金额需另扣5%管理费, 以上金额为暂估. */
const ALL_CHANGED =
  /^(?:本[月次期批]|以上|上述|统一|均|全部|一律|先|所有|金额|费用|劳务费|工资|人员)*按照?(?:金额|应发|表中)*的?(?<!\d)(?:\d{1,2}(?:\.\d+)?%|[一二三四五六七八九]成|[\d.一二三四五六七八九]+折|一半|半数)(?:的?比例)?(?:发放?|支付|付款?|计发|结算|打款)|^(?:以上|上述|本表|表中)?(?:的?(?:全部|所有|各))?(?:金额|费用|劳务费|工资)(?:均|都|还|仍)?(?:需|须|要|应)?(?:另|再|还需|还要|另需|另行)(?:扣[除减款]?|减去)|^(?:以上|上述|本表|表中)(?:的?(?:全部|所有|各))?(?:金额|费用|数据|劳务费|工资)?(?:均|都)?[为是系属]?(?:暂估|预估|估算|暂定|测算|未经?确认|待确认)/

/** Whether it withholds, puts off or changes what a row above it pays. */
export function noteAgainst(note: string): boolean {
  const clauses = note.normalize('NFKC').split(CLAUSE_END)
  return clauses.some((clause) => {
    if (ALL_CHANGED.test(clause)) return true
    const all = ALL.exec(clause)?.[0].length
    if (all !== undefined) return HELD_BACK.test(clause.slice(all))
    const name = NO_NAME.test(clause) ? undefined : NAMED.exec(clause)?.[0].length
    return name !== undefined && (HELD_BACK.test(clause.slice(name)) || HELD_BACK.test(clause.slice(2)))
  })
}
