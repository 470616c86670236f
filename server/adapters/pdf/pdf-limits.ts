// A limit on everything that a statement may ask of us; files within them are read in seconds, others are refused.

export type PdfLimits = {
  readonly pages: number
  readonly lines: number
  /** Pieces of text on one page: a dense one has three thousand. */
  readonly pagePieces: number
  readonly seconds: number
  /** The last resort: a thousand lines need some sixty. */
  readonly heapMegabytes: number
}

export const PDF_LIMITS: PdfLimits = {
  pages: 1_000,
  lines: 20_000,
  pagePieces: 20_000,
  seconds: 30,
  heapMegabytes: 384,
}
