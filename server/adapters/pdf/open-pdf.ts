// Opens a PDF with pdf.js for its text alone: nothing is fetched, run or drawn.

import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PdfRefused } from './pdf-refused.ts'

/** Character maps of Chinese fonts that are not embedded, and the fonts that every reader has, lie in the package. */
const PACKAGE = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const folder = (name: string) => join(PACKAGE, name) + sep

export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  if (!endsWhole(bytes)) throw new PdfRefused('statement-damaged')
  const task = getDocument({
    data: bytes,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    useWorkerFetch: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    // A page that is half read would leave payments out without a word.
    stopAtErrors: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    return await task.promise
  } catch (error) {
    throw new PdfRefused(nameOf(error) === 'PasswordException' ? 'statement-encrypted' : 'statement-damaged')
  }
}

const TAIL_BYTES = 4_096

/** pdf.js rebuilds what was cut off and tells nobody; the end of a whole file says where its table of contents is. */
function endsWhole(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-TAIL_BYTES)
  return tail.includes('startxref') && tail.includes('%%EOF')
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
