// What stands between and below the payments of a result sheet and says nothing of them: pages, who printed it, a bank's usual advice (ADR 188).

import { tellsUndone } from '../bank-statements/line-status.ts'

/** Pages, who printed it and when, and how much of it there was: 第1页 共2页, 打印时间：…, 成功笔数：3. */
const FURNITURE =
  /^(?:第\d+页[,/]?(?:共\d+页)?|共\d+页|(?:打印|导出|下载|生成|制表|制单)(?:人|时间|日期)?:.*|(?:日期|时间|页码):[\d年月日:/.-]*|(?:经办|柜员|操作员)(?:人|号)?:.*|(?:成功|失败)(?:总?(?:笔数|条数|件数|金额))(?:\(元\))?:?[¥\d,.]+[笔条件元]?)$/
/** 复核：李明, and nobody yet. */
const SIGNATURE = /^(?:复核|审核|审批|授权|主管|会计|出纳|记账)[人员]?(?:签[字章名])?:(.{0,10})$/

/** What banks print below any list: whom to ask, and that their books count. */
const ADVICE =
  /(?:本[清回]?单|本(?:表|明细|文件|结果)|以上(?:结果|信息|内容|数据|明细)?)?(?:仅供(?:您|客户|贵公司)?(?:参考|核对|对账|查询)|不作为?(?:任何)?(?:入账|记账|付款|收款|资金|法律|会计)?(?:的)?(?:凭[证据]|依据))|(?:最终|具体)?(?:以上)?(?:处理|交易|入账)?(?:结果|信息|内容|数据|明细)?(?:均|请)?以(?:我行|本行|银行|实际)(?:系统|实际)?(?:入账|记账|到账|账务|处理|记录|系统)?(?:结果|情况|信息|记录|数据)?为准|(?:如|若)您?(?:有|存在)(?:任何)?(?:疑问|问题|异议|疑义|差异)|(?:可|敬?请)?(?:您)?(?:及时)?(?:致电|拨打|联系|咨询)(?:客户经理|开户网?点?行?|本行|我行|银行|客服)?(?:客户)?(?:服务)?(?:客服)?(?:热线|电话)?:?(?:\d{3,4}-?)?\d{0,8}|感谢(?:您的)?使用.{0,12}/g
const LABEL = /^[*※]?(?:备注|说明|注意?|附注|提示|(?:温馨|友情|重要)提示|注意事项)?:?(?:\d{1,2}[.、])?/
/** Whatever else it says is for somebody to read. */
const MARKS = /[,.;:。，；：、!()*※-]/g

function isAdvice(text: string): boolean {
  const rest = text.replace(LABEL, '').replace(ADVICE, '').replace(MARKS, '')
  return rest === '' && text !== '' && !tellsUndone(text)
}

function isSignature(text: string): boolean {
  const [, name] = SIGNATURE.exec(text) ?? []
  return name !== undefined && !/[未待不退撤]|通过|中$/.test(name)
}

export function isFurniture(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.normalize('NFKC').replace(/\s/g, '')).filter((text) => text !== '')
  if (texts.length === 0) return false
  return texts.every((text) => FURNITURE.test(text) || isSignature(text)) || isNote(texts)
}

/** A note stands alone in its line. */
const isNote = ([only = '', ...more]: readonly string[]): boolean => more.length === 0 && isAdvice(only)
