// What a comment (批注) on a cell says against paying its row: the same words as a remark, below the name of whoever wrote it.

import { isMended } from './remark-clauses.ts'
import { remarkAgainst } from './remark-says.ts'

const AUTHOR_LINE = /^[^:，。]{1,30}:$/
const AUTHOR = /^[^:，。]{1,30}:\s*/
/** What older programs are shown instead of a discussion; its words stand behind. */
const DISCUSSION = /^\[(?:线程|会话|threaded)[\s\S]*?(?:注释|批注|comment):\s*/i

export function commentAgainst(comment: string, amount?: string, cardNo?: string): string | undefined {
  const lines = comment
    .normalize('NFKC')
    .replace(DISCUSSION, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !AUTHOR_LINE.test(line))
  const whole = lines.join('，')
  const said = isMended(whole) ? [whole] : [whole, ...lines]
  // 代收人：张三 is no author.
  return said
    .flatMap((text) => [text, text.replace(AUTHOR, '')])
    .map((text) => remarkAgainst(text, amount, cardNo))
    .find((against) => against !== undefined)
}
