// The words of what approvers are told of the people behind a batch.

import type { MakingAct } from '@paywages/domain/accounts/account-makers.ts'
import type { SharedTrait } from '@paywages/domain/payouts/account-pairs.ts'

export const traitWords: Readonly<Record<SharedTrait, string>> = {
  device: '使用过同一设备',
  address: '从同一网络地址登录（该地址很少有其他账号）',
  name: '姓名相同',
  phone: '手机号相同',
}

const actWords: Readonly<Record<MakingAct, string>> = {
  'add-account': '新增',
  'update-account': '变更权限',
  'reset-password': '重置密码',
  'reset-factor': '重置二次验证',
  'enable-account': '启用',
}

type Told = {
  readonly act: MakingAct
  /** Null where one person did it at once. */
  readonly proposerName: string | null
  /** Null where it took effect after a cooling time. */
  readonly doerName: string | null
  readonly day: string
}

export const peopleWords = {
  /** 2026-11-16 新增（赵明远 提出、沈清 确认）. */
  making: ({ act, proposerName, doerName, day }: Told) => {
    const people =
      proposerName === null
        ? doerName
        : `${proposerName} 提出${doerName === null ? '，冷静期满生效' : `、${doerName} 确认`}`
    return `${day} ${actWords[act]}（${people}）`
  },
  /** 陈静（pay1）的账号：2026-11-16 新增（赵明远 提出、沈清 确认）；2026-11-17 重置密码（沈清 提出、李强 确认）. */
  makers: (who: string, makings: readonly string[]) => `${who}的账号：${makings.join('；')}`,
  /** 陈静（pay1）与 吴敏（check1）使用过同一设备、姓名相同，请确认不是同一人. */
  pair: (people: readonly string[], traits: readonly SharedTrait[]) =>
    `${people.join('与 ')}${traits.map((trait) => traitWords[trait]).join('、')}，请确认不是同一人`,
  cleared: (name: string, day: string, word: string) => `${name} ${day} 已核实：${word}`,
} as const
