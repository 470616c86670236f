// A PDF as pixels: what stands on paper, whatever its text says.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type GreyPage = { readonly width: number; readonly height: number; readonly grey: Buffer }

/** All pages, in their order; 0 is black. */
export function rasterise(pdf: Buffer, dotsPerInch: number): GreyPage[] {
  const folder = mkdtempSync(join(tmpdir(), 'paywages-pages-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    execFileSync('pdftoppm', ['-r', String(dotsPerInch), '-gray', join(folder, 'a.pdf'), join(folder, 'a')])
    return readdirSync(folder)
      .filter((name) => name.endsWith('.pgm'))
      .toSorted()
      .map((name) => greyOf(readFileSync(join(folder, name))))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function greyOf(file: Buffer): GreyPage {
  const [head = '', width = '', height = ''] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? []
  return { width: Number(width), height: Number(height), grey: file.subarray(head.length) }
}
