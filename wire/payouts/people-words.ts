// The words of what approvers are told of the people behind a batch.

type Maker = { readonly proposerName: string; readonly deciderName: string; readonly day: string }

export const peopleWords = {
  /** 陈静（pay1）的账号 2026-11-16 由 赵明远 提出变更、沈清 确认. */
  maker: (who: string, { proposerName, deciderName, day }: Maker) =>
    `${who}的账号 ${day} 由 ${proposerName} 提出新增或变更${deciderName === '' ? '，冷静期满生效' : `、${deciderName} 确认`}`,
  sameName: (people: readonly string[]) => `${people.join('与 ')}姓名相同，请确认不是同一人`,
} as const
