// PDFs from templates: data arrives as it is, Chinese is set, faults are told, and calls are answered while pages are set.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import { writePdf } from './write-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function template(name: string, body: string): Promise<URL> {
  const path = join(folder, `${name}.typ`)
  await writeFile(path, `#let d = json(bytes(sys.inputs.data))\n#set text(font: "Noto Sans SC")\n${body}`)
  return pathToFileURL(path)
}

it('prints text literally, including Chinese and template syntax characters', async () => {
  const words = '张三 #read("/etc/passwd") *粗* $x$ @a <b> \\ "引号" `码` 囧'
  const pdf = await writePdf(await template('plain', '#d.words'), { words })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await pdfText(pdf)).replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
})

it('writes several PDFs concurrently, each with its own data', async () => {
  const plain = await template('many', '#d.n 号')
  const made = await Promise.all([1, 2, 3, 4].map((n) => writePdf(plain, { n })))
  expect(await Promise.all(made.map(pdfText))).toEqual(['1 号', '2 号', '3 号', '4 号'])
})

it('reports an error in a template and then writes the next document', async () => {
  await expect(writePdf(await template('broken', '#d.nothing'), {})).rejects.toThrow('could not be made')
  expect(await pdfText(await writePdf(await template('next', '好'), {}))).toBe('好')
})

it('rejects more data than a document may hold', async () => {
  await expect(writePdf(await template('huge', '#d.x'), { x: 'x'.repeat(5_000_000) })).rejects.toThrow(
    RangeError,
  )
})

it('does not block the main thread while writing a long document', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => `第 ${n} 行`)
  const long = await template('long', '#table(columns: 3, ..d.rows)')
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 5)
  await writePdf(long, { rows })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(3)
})
