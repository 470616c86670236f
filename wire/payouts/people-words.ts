// The words of what approvers are told of the people behind a batch.

import type { SharedTrait } from '@paywages/domain/payouts/account-pairs.ts'

export const traitWords: Readonly<Record<SharedTrait, string>> = {
  device: '使用过同一设备',
  address: '从同一网络地址登录（该地址很少有其他账号）',
  name: '姓名相同',
}

type Maker = { readonly proposerName: string; readonly deciderName: string; readonly day: string }

export const peopleWords = {
  /** 陈静（pay1）的账号 2026-11-16 由 赵明远 提出变更、沈清 确认. */
  maker: (who: string, { proposerName, deciderName, day }: Maker) =>
    `${who}的账号 ${day} 由 ${proposerName} 提出新增或变更${deciderName === '' ? '，冷静期满生效' : `、${deciderName} 确认`}`,
  /** 陈静（pay1）与 吴敏（check1）使用过同一设备、姓名相同，请确认不是同一人. */
  pair: (people: readonly string[], traits: readonly SharedTrait[]) =>
    `${people.join('与 ')}${traits.map((trait) => traitWords[trait]).join('、')}，请确认不是同一人`,
  cleared: (name: string, day: string, word: string) => `${name} ${day} 已核实：${word}`,
} as const
