// Which words that stand below 币种 mean yuan, and which another currency.

const YUAN =
  /^(?:(?:CNY|RMB|0*1)?[-|]?人民币.*|CNY|RMB|CNY.*RMB|RMB.*CNY|.*\((?:CNY|RMB)\)|0*1|156|¥|元|本币|-)?$/i

/** Where nothing stands, nothing is said against it. */
export const isYuan = (text: string): boolean => YUAN.test(text.replace(/\s/g, ''))

const FOREIGN =
  /美元|美金|港元|港币|欧元|日元|英镑|澳元|加元|新元|瑞士法郎|USD|HKD|EUR|JPY|GBP|AUD|CAD|SGD|CHF/i

/** Wherever it stands: 币种：美元. */
export const namesForeign = (text: string): boolean => FOREIGN.test(text)

/** CNY-人民币 and 01人民币 are no other one. */
export const isOtherCurrency = (text: string): boolean =>
  namesForeign(text) || !(isYuan(text) || /人民币|CNY|RMB/i.test(text))
