// Reads a PDF as a person would: its words, and whether there is ink on its first page.

import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ReadPdf = {
  /** Without the spaces and line ends that only set it. */
  readonly text: string
  /** The share of dark dots. */
  readonly ink: number
}

export async function readPdf(pdf: Buffer): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    const text = execFileSync('pdftotext', [file, '-']).toString().replace(/\s+/g, '')
    execFileSync('pdftoppm', ['-r', '50', '-gray', '-singlefile', file, join(folder, 'page')])
    return { text, ink: inkOf(await readFile(join(folder, 'page.pgm'))) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function inkOf(picture: Buffer): number {
  const head = /^P5\s+\d+\s+\d+\s+255\s/.exec(picture.subarray(0, 40).toString('latin1'))
  const dots = picture.subarray(head?.[0].length)
  return dots.filter((dot) => dot < 128).length / dots.length
}
