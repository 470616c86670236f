// Spells names in pinyin for the search, in the background: people type wangxh where they mean 王小禾.

import { spellingsOf } from '@paywages/domain/freelancers/spelling.ts'
import type { House } from '../house.ts'
import { setSpellings, takeUnspelled } from './store.ts'

const PIECE = 500

/** Works through every name that is not spelled yet; any number of workers may call it at once. */
export async function spellWaitingNames({ database }: Pick<House, 'database'>): Promise<number> {
  let spelled = 0
  for (;;) {
    const piece = await database.transact(async (tx) => {
      const names = await takeUnspelled(tx, PIECE)
      if (names.length === 0) return 0
      const spell = await loadSpeller()
      await setSpellings(
        tx,
        names.map((one) => ({ ...one, spellings: spell(one.name) })),
      )
      return names.length
    })
    if (piece === 0) return spelled
    spelled += piece
  }
}

/** The dictionary takes memory, and most processes never spell. */
export async function loadSpeller(): Promise<(name: string) => string> {
  const { pinyin } = await import('pinyin-pro')
  // 单 and 曾 are read otherwise at the head of a name than in words.
  return (name) =>
    spellingsOf(
      pinyin(name, { type: 'array', toneType: 'none', surname: 'head', v: true, nonZh: 'consecutive' }),
    )
}
