// Spells names in pinyin for the search, in the background: people type wangxh where they mean 王小禾.

import { pinyinOf } from '@paywages/domain/freelancers/pinyin.ts'
import type { Services } from '../app-services.ts'
import { lockNamesWithoutPinyin, setSpellings } from './store.ts'

const PIECE = 500

/** Works through every name that is not spelled yet; any number of workers may call it at once. */
export async function fillPinyin({ database }: Pick<Services, 'database'>): Promise<number> {
  let spelled = 0
  for (;;) {
    const piece = await database.transact(async (tx) => {
      const names = await lockNamesWithoutPinyin(tx, PIECE)
      if (names.length === 0) return 0
      const spell = await loadPinyin()
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
export async function loadPinyin(): Promise<(name: string) => string> {
  const { pinyin } = await import('pinyin-pro')
  // 单 and 曾 are read otherwise at the head of a name than in words.
  return (name) =>
    pinyinOf(
      pinyin(name, { type: 'array', toneType: 'none', surname: 'head', v: true, nonZh: 'consecutive' }),
    )
}
