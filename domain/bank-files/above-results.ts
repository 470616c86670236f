// What a result sheet says of all its lines above them or on its tab: that it lists failures, is not done, or counts in something else than yuan (ADR 108, ADR 157).

import { listsUndone } from '../bank-statements/above-table.ts'
import { namesForeign } from '../bank-statements/currencies.ts'
import { unitAbove, unitInTitle } from '../payouts/amount-words.ts'
import { isDuplicate, isRepeated } from './line-doubts.ts'

/** With numbers in it: 2026年11月18日代发失败明细 is a title, 成功2笔 失败1笔 and 退票将于3个工作日内退回 are none. */
const TITLE = /(?:明细|清单|列表|名单|表|结果|文件)[\s\d()（）_.年月日第页-]*$/
const isTitle = (text: string): boolean => !/\d/.test(text) || TITLE.test(text)
/** 批次状态：处理中 */
const STATE =
  /(?:(?:批次|文件|整批|处理|交易|受理|指令|业务|授权|复核|审[批核])(?:状态|结果)[\s:：]+|(?:^|\s)状态[:：]\s*)(\S+)/
const NOT_DONE = /中$|^待|^未|全部失败|处理失败|^失败|拒绝|作废|撤销/
/** Looked at, or taken in, before anything of it was paid; 文件校验结果：通过 is no title. */
const NOT_YET =
  /^[^:：]*(?:[校核查]验|验证|校对|核对|预检|预审|预处理|检查|试算|试运行|模拟|演示|测试|导入|上传|录入|制单|提交|受理|授权|复核|审[核批]|在途|挂账|冲[正账]|[未待](?:入账|到账|付款?|支付|发放|清算)|样[例本]|示例|草稿|UAT|SIT)[^:：]{0,6}(?:明细|清单|列表|名单|表|结果|报告|文件|情况|回盘)[\s\d()（）_.年月日第页-]*$/
/** 回盘文件样例 */
const SAMPLE = /(?:样[例本]|示例|草稿|模板)[)）】]?$/
const TRIAL_TAB = /(?:[校核查]验|验证|预检|试算|模拟|测试|受理|待[授审复处]\S*)$/
const CURRENCY = /(?:币种|币别|货币)[\s:：]+(\S+)/

/** 处理结果：批次重复提交, 失败原因：交易超时; what a bank tells its clients to do is no reason. */
const WHY = /(状态|结果|原因|信息)[\s:：]+(\S+)/
const ADVICE = /请|勿|如[遇有果]|避免|若/
const UNHEARD = /超时|未知|不明|可疑|通[讯信](?:异常|中断|故障)/

export type AboveResults = {
  /** Its titles say that nothing of it was paid. */
  readonly isUndone: boolean
  /** It speaks of a batch that the bank has not done with. */
  readonly isOpen: boolean
  /** Refused as sent twice: what failed by it may have been paid. */
  readonly isRepeated: boolean
  readonly isOtherUnit: boolean
}

export function readAbove(tab: string, lines: readonly string[]): AboveResults {
  const isState = (text: string) => NOT_DONE.test(STATE.exec(text)?.[1] ?? '')
  const why = lines.flatMap((text) => {
    const [, label = '', said = ''] = WHY.exec(text) ?? []
    return said === '' || ADVICE.test(said) ? [] : [{ said, isReason: label === '原因' || label === '信息' }]
  })
  return {
    // 已受理 is the state of any batch, and the reason of a refusal.
    isRepeated: why.some(({ said, isReason }) => (isReason ? isDuplicate(said) : isRepeated(said))),
    isUndone: listsUndone([tab, ...lines].filter(isTitle)),
    isOpen:
      lines.some(isState) ||
      why.some(({ said }) => UNHEARD.test(said)) ||
      TRIAL_TAB.test(tab.trim()) ||
      [tab, ...lines].some((text) => NOT_YET.test(text) || SAMPLE.test(text.trim())),
    isOtherUnit: lines.some(
      (text) =>
        namesForeign(CURRENCY.exec(text)?.[1] ?? '') ||
        unitAbove(text) !== undefined ||
        unitInTitle(text) !== undefined,
    ),
  }
}
