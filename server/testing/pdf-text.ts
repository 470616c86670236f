// Reads the words of a PDF line by line, as a person sees them.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Word = { readonly text: string; readonly x: number; readonly y: number; readonly width: number }

/** Words that stand at one height are one line, with one space wherever there is room for one. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const lines: string[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent()
    const words = items.flatMap((item): Word[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      return [{ text: item.str, x: item.transform[4], y: Math.round(item.transform[5]), width: item.width }]
    })
    lines.push(...linesOf(words))
  }
  await task.destroy()
  return lines.join('\n')
}

function linesOf(words: readonly Word[]): string[] {
  const heights = [...new Set(words.map(({ y }) => y))].sort((a, b) => b - a)
  return heights.map((height) => {
    let line = ''
    let end = 0
    for (const word of words.filter(({ y }) => y === height).sort((a, b) => a.x - b.x)) {
      line += line !== '' && word.x - end > 1 ? ` ${word.text}` : word.text
      end = word.x + word.width
    }
    return line.replace(/\s+/g, ' ').trim()
  })
}
