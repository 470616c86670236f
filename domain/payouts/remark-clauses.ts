// What one clause of a remark says against paying its row, in whatever words stand before it: 未签合同暂不发, 离职不发, 下月补发, 取消.

/** Not the comma of thousands. */
const CLAUSE_END = /(?:[，。;；、!！\s()（）[\]【】]|,(?!\d{3}))+/

const NOT =
  '不(?:再|予|用|要|必|能|可|应|该|准|给|需|需要)?|停止?|(?<![特个分性级类识区])别|[勿毋莫]|暂(?:时?不|停|缓)|缓|无需|无须|禁止|拒绝|取消'
const PAY =
  '(?:发放?|付款?|支付|打款?|转账?|汇款?|结算?|代发|计发|放款)(?:了|钱|此人|工资|薪资|劳务费?|费用|本人|本月|此笔|这笔)*'
const WITHHELD = new RegExp(`(?:${NOT})(?:给|向)?(?:他|她|其|此人|该员)?${PAY}$`)
/** 工资暂缓: without a word of paying behind it. */
const HELD_BACK =
  /^(?:这个|此人|该员|他|她)?(?:先|暂时?)不(?:用|要)?(?:管|处理|算|做|弄|动)|^(?:先|本月|本次|本期)?(?:工资|薪资|劳务费?|报酬|费用|款项|付款|支付|打款|结算|发放)(?:先|全部|全额)?(?:暂缓|暂停|停发|缓发|暂扣|扣留)(?:处理)?$/
/** A sum that is still to be taken off, or is none yet. */
const TO_CHANGE =
  /^(?:还|仍)?(?:需|须|要|应|请|待)(?:再)?(?:扣除?|扣减|扣款|扣回|减去)[¥￥]?\d|^(?:金额|工资|劳务费)?(?:为)?(?:暂估|预估|估算|暂定)(?:金额|数|值)?$|^(?:银行)?(?:卡号?|账号|账户|帐号|帐户|户名|开户行)(?:(?:待|需|须)(?:更新|更换|提供|补充?|变更|修改)|尚?未(?:提供|更新))$/
/** 少发50, 多发200下月扣: of which payment, nobody knows. */
const OFF_BY = /^(?:本[月次期])?[少多](?:发放?|付|打|给)了?[¥￥]?\d/
/** Reckoned wrongly, or paid by halves. */
const MISCOUNTED =
  /^(?:本[月次期]|这(?:个月|次|月))?(?:金额|工时)?(?:算错|[多少]算|算[多少]|[多少]填|填[错多少]|写错|[多少][记计])了?(?![不没])/
const BY_PARTS =
  /^(?:本次|本月|这次|暂时?|先|只|仅|就)(?:先|只|仅|暂)?(?:给|发|付|支付|打|结)(?:放|款|了)?(?:其?一半|半|部分|\d{1,2}%|[一二三四五六七八九]成)|分[两二三四\d][次笔批期]/
/** What was withheld before, or is somebody's state of a past month. */
const EARLIER = /^(?:上|前|去)(?:个?月|次|期|周|年)|^此前|^之前|^原/

const LATER =
  /(?:下个?月|次月|下次|下期|下批|下周|稍后|回头|(?:月底|年底|节后|年后)再)(?:再|一起|一并|统一|单独|正常)?(?:补?发放?|补?付款?|补|支付|打款?|结算?|转账?|处理)了?$|^[走算入](?:下个?月|次月|下次|下期|下批)$|等(?:待|候)?.{0,6}通知|待.{0,6}(?:后再?|再)(?:发放?|付款?|支付|打款?|转账?|结算?)$|(?:推迟|延[后迟期]?|改|挪)[到至]?(?:下个?月|次月|下次|下期|下批|\d{1,2}月份?)/
/** Something beside what the row pays. */
const OTHER_SUM = /^(?:差额|余|尾|剩|其余|奖金|绩效|提成|押金|保证金|差旅|报销|补贴|个税|社保)/

const CANCELLED =
  /^(?:本条|本行|本笔|该笔|此笔|此条|该条|该员|此人|本人|订单)?(?:已经?|需|要|请)?(?:取消|撤销|撤回|作废|删除|剔除|去除|移除|删掉|划掉|不要)(?:了|发放|支付|付款|打款|转账|结算|此人|此条|本条|本行|该行|此行|此笔)*$/
const SAMPLE =
  /^(?:示例|样例|范例|举例|例子|模板|样板|示范|测试)(?:行|数据|用|人员|格式|\d|勿删)*(?<!^测试)$|(?:请|需|须)(?:先|自行)?删除|删除(?:本|此|该)行|仅供参考|仅作参考/

const WAY_PAID =
  '(?:于|在|由|用|通过|从|以|经|先|另|给|全部|全额|部分|单独|提前|[\\d./月日号-]+|现金|微信|支付宝|线下|公司|财务|本人|个人|其他|他人|上月|上周|上次|对公|银行|网银)*'
const ALREADY = new RegExp(
  `已经?${WAY_PAID}(?:发放?|付款?|付清|支付|打款?|结清|结算|转账?|转款|汇款?|领取?|领走|发过|付过|打过|给过|收款|收讫|到账|代付|垫付)(?:了|过|完毕|完成|成功|掉)*$`,
)
/** What else is handed over or paid. */
const NO_PAY =
  /合同|协议|发票|身份证|证件|资料|材料|短信|链接|通知|邀请|照片|单据|凭证|工牌|工服|工具|设备|物料|押金|定金|个税|税款|社保|保险|手续费|服务费/

const WRONG =
  /(?:(?<![打刷工门饭考油胸])卡|账户|帐户|账号|帐号|户名)号?.{0,3}(?:有误|错误?|不符|不对|不一致|异常|冻结|注销|销户|挂失|丢失|遗失|失效|停用|无效|受限|不能用|无法使用|用不了|不可用|丢|掉|没|坏|过期|消磁|补办中?|正在补办)了?$|(?:等|待)(?:补?办|补|换)?新的?(?:银行)?卡号?$|(?:姓名|身份证号?码?|信息|开户行|手机号?码?|金额|人员).{0,3}(?:有误|错误?|不符|不对|不一致)了?$/
const NEW_CARD =
  /^(?:银行|工资)?卡(?:刚|又)?换了?$|^(?:刚)?换了?(?:新|张|银行)*卡了?$|新卡.{0,6}(?:给|发|报|提供|补|到|办)/
const UNSURE =
  /^(?:金额|卡号|人员|信息|工时|数据|账号)?(?:待|需|须|未|尚未|有待)(?:再|进一步|重新|财务|人事|主管|领导|本人|甲方)?(?:核实?|确认|核对|审核|审批|复核|更正|核算).{0,4}$/
/** Said of a fault that is mended, or of an earlier payment that this one stands for. */
const MENDED =
  /补发|重发|恢复|一起|一并|合并|(?:已|现)经?(?:更正|更改|更换|修改|改|换|核实|确认|核对|处理|补|解冻|恢复|审核|审批|复核)/

const OTHER_PERSON =
  /非本人|(?:和|与|跟|同).{0,10}(?:是|为)?(?:同一个?人|一个人)|(?:由|请|让)[^,，]{1,8}代(?:收|领)|(?:转|付|打|发|汇)给(?!本人|个人|员工)[^,，]{1,8}的?(?:银行)?(?:卡|账户|帐户|账号|帐号)[上里中号]?$|(?:他人|别人|亲属|家属|配偶|妻子?|丈夫|爱人|老婆|老公|父亲?|母亲?|爸爸?|妈妈?|儿子|女儿|哥哥?|弟弟?|姐姐?|妹妹?|同事|朋友)的?(?:银行)?(?:卡号?|账户|账号|帐户|帐号|代[收领])$/
const OTHER_AMOUNT =
  /(?:金额|工资|劳务费)?(?:应为|应是|更正为|调整为|调为|改为|改成)[:：]?[¥￥]?(\d[\d,]*(?:\.\d+)?)(?:元|块)?$/

/** Every form below ends a clause in one of these, or holds one of the words: most remarks need no look at the forms. */
const MAY_SPEAK =
  /[发放付打款账转汇结算领走过清讫给了钱人资薪费务月笔完成功毕掉收垫消销回废除要此条行据用员式例样板范\d删考误错符对致常冻失效停限核实认审批复正元块卡户号上里中丢没坏期磁办管处弄动换](?=$|[，。,;；、!！\s()（）[\]【】])|通知|推迟|[延改挪补后再]|删除|参考|暂[缓停定]|停发|缓发|估|扣|本人|代[收领]|[待需须未核确审更]|示|理|[多少%]|错|一半|部分|成|分[两二三四\d]|同一个?人/

/** Whether a remark says of itself that its fault is mended. */
export const isMended = (remark: string): boolean => MENDED.test(remark)

/** Whether some clause speaks against the row; `amount` is what the row would pay. */
export function clausesSpeakAgainst(remark: string, amount: string | undefined): boolean {
  if (!MAY_SPEAK.test(remark)) return false
  const clauses = remark.split(CLAUSE_END).filter((clause) => clause !== '')
  if (clauses.some((clause) => isPutOff(clause) || speaksAgainst(clause, amount))) return true
  return !MENDED.test(remark) && clauses.some(isDoubtful)
}

function isPutOff(clause: string): boolean {
  return LATER.test(clause) && !OTHER_SUM.test(clause)
}

function speaksAgainst(clause: string, amount: string | undefined): boolean {
  if (CANCELLED.test(clause) || SAMPLE.test(clause) || BY_PARTS.test(clause)) return true
  const [, other] = OTHER_AMOUNT.exec(clause) ?? []
  return other !== undefined && amount !== undefined && Number(other.replaceAll(',', '')) !== Number(amount)
}

/** Unless the remark says that it is mended. */
function isDoubtful(clause: string): boolean {
  if (WITHHELD.test(clause)) return !EARLIER.test(clause) && !OTHER_SUM.test(clause)
  if (HELD_BACK.test(clause) || TO_CHANGE.test(clause) || OFF_BY.test(clause) || MISCOUNTED.test(clause))
    return true
  if (ALREADY.test(clause)) return !NO_PAY.test(clause) && !OTHER_SUM.test(clause)
  return WRONG.test(clause) || NEW_CARD.test(clause) || UNSURE.test(clause) || OTHER_PERSON.test(clause)
}
