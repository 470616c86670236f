// People of the demo, always the same: names, ID numbers, phones and cards that pass every rule and belong to nobody.

import { passesLuhn } from '@paywages/domain/identity/bank-card.ts'
import { idCardCheckCharacter } from '@paywages/domain/identity/id-card.ts'

export type DemoPerson = {
  readonly name: string
  readonly idCardNo: string
  readonly phone: string
  readonly bank: string
  readonly cardNo: string
}

const SURNAMES = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
const GIVEN = [
  '小禾',
  '子轩',
  '雨桐',
  '浩然',
  '思远',
  '佳怡',
  '俊杰',
  '欣妍',
  '一鸣',
  '梦洁',
  '天佑',
  '诗涵',
  '志强',
  '晓燕',
  '文博',
  '静怡',
  '海涛',
  '丽娜',
  '建国',
  '秀英',
]

/** First digits that the banks really use, so that the card's bank agrees with the one written. */
const BANKS = [
  { bank: '中国工商银行', start: '622202', length: 19 },
  { bank: '中国农业银行', start: '622848', length: 19 },
  { bank: '招商银行', start: '621483', length: 16 },
  { bank: '中国建设银行', start: '621700', length: 19 },
] as const

/** The n-th person; region code 119905 is used by no place. */
export function demoPerson(n: number): DemoPerson {
  const year = 1970 + (n % 33)
  const month = String(1 + (n % 12)).padStart(2, '0')
  const day = String(1 + (n % 28)).padStart(2, '0')
  const first17 = `119905${year}${month}${day}${String(100 + (n % 900))}`
  const { bank, start, length } = BANKS[n % BANKS.length] ?? BANKS[0]
  return {
    name: `${SURNAMES[n % SURNAMES.length]}${GIVEN[(n * 7 + Math.floor(n / SURNAMES.length)) % GIVEN.length]}`,
    idCardNo: first17 + idCardCheckCharacter(first17),
    phone: `131${String(10_000_000 + n * 37).slice(-8)}`,
    bank,
    cardNo: withLuhn(start + String(n * 7919).padStart(length - start.length - 1, '0')),
  }
}

/** A card number that passes Luhn whatever its end: endings below 0010 mean something to the sandbox bank (D24). */
function withLuhn(digits: string): string {
  for (let last = 0; last < 10; last++) if (passesLuhn(`${digits}${last}`)) return `${digits}${last}`
  throw new Error('one of ten digits always passes')
}

/** A card that the sandbox bank refuses: by turns an account that does not exist and a name that does not fit (D24). */
export function refusedCard(n: number): Pick<DemoPerson, 'bank' | 'cardNo'> {
  return cardEnding(n, n % 2 === 0 ? '0001' : '0002')
}

/** A card that the sandbox bank pays, and takes the money back from (退票, D24). */
export function returnedCard(n: number): Pick<DemoPerson, 'bank' | 'cardNo'> {
  return cardEnding(n, '0006')
}

function cardEnding(n: number, ending: string): Pick<DemoPerson, 'bank' | 'cardNo'> {
  const { bank, start, length } = BANKS[n % BANKS.length] ?? BANKS[0]
  for (let middle = 0; ; middle += 1) {
    const cardNo = start + String(n * 10 + middle).padStart(length - start.length - 4, '0') + ending
    if (passesLuhn(cardNo)) return { bank, cardNo }
  }
}
