// Asks a parser what of a PDF acts by itself: the document, each page, its annotations, and what is attached.

import { isDataAttachment } from '@paywages/domain/files/pdf-script.ts'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from './open-pdf.ts'

export type ParseRequest = {
  readonly bytes: Uint8Array
  /** The bytes name an attached file, so one must be found. */
  readonly isAttached: boolean
}

/** Papers have a few pages; what hides behind more is not looked for. */
const MAX_PAGES = 1_000
const ACTING = new Set(['RichMedia', 'Movie', 'Screen', 'Sound', '3D'])

type Annotation = {
  readonly actions?: unknown
  readonly subtype?: string
  readonly file?: { readonly filename: string }
}

/** False for what cannot be opened. */
export async function isQuietParsed({ bytes, isAttached }: ParseRequest): Promise<boolean> {
  const pdf = await openPdf(bytes).catch(() => undefined)
  if (pdf === undefined) return false
  try {
    return await isQuietDocument(pdf, isAttached)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** What the bytes do not tell of a document that is open. */
export async function isQuietDocument(pdf: PDFDocumentProxy, isAttached: boolean): Promise<boolean> {
  if (pdf.numPages > MAX_PAGES || holdsSome(await pdf.getJSActions())) return false
  const { info } = await pdf.getMetadata()
  if ((info as { IsXFAPresent?: boolean }).IsXFAPresent) return false
  const attached = [...((await pdf.getAttachments())?.values() ?? [])].map(({ filename }) => filename)
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const annotations = (await page.getAnnotations()) as Annotation[]
    if (holdsSome(await page.getJSActions()) || annotations.some(acts)) return false
    attached.push(...annotations.flatMap(({ file }) => file?.filename ?? []))
    page.cleanup()
  }
  return (attached.length > 0 || !isAttached) && attached.every(isDataAttachment)
}

const acts = ({ actions, subtype = '' }: Annotation) => holdsSome(actions) || ACTING.has(subtype)

/** Actions come as maps, as objects, or not at all. */
function holdsSome(actions: unknown): boolean {
  if (actions instanceof Map) return actions.size > 0
  return typeof actions === 'object' && actions !== null && Object.keys(actions).length > 0
}
