// A limit on everything that a sheet may ask of us; files within them are read in seconds, others are refused.

const MB = 1024 * 1024

export type SheetLimits = {
  readonly fileBytes: number
  readonly dataRows: number
  /** Seconds that the worker may work; waiting for the consumer does not count. */
  readonly seconds: number
  /** The last resort: all that is kept is limited below, and 100,000 rows need twelve. */
  readonly heapMegabytes: number
  readonly zipEntries: number
  /** All parts of the zip together, as declared, and each as it comes out. */
  readonly unpackedBytes: number
  /** Unpacked to packed, of a part of more than ten megabytes: real sheets reach 60. */
  readonly packingRatio: number
  /** A part that is held whole: workbook, relations, styles, content types. */
  readonly smallPartBytes: number
  readonly sharedTextBytes: number
  readonly sharedTexts: number
  /** All rows' texts together: what the consumer may have to hold. */
  readonly rowCharacters: number
  readonly sheets: number
}

export const SHEET_LIMITS: SheetLimits = {
  fileBytes: 20 * MB, // what people are told they may upload (D13)
  dataRows: 100_000, // and how many rows it may have (D13)
  seconds: 30,
  heapMegabytes: 64,
  zipEntries: 1_000,
  unpackedBytes: 512 * MB,
  packingRatio: 200,
  smallPartBytes: 8 * MB,
  sharedTextBytes: 64 * MB,
  sharedTexts: 1_000_000,
  rowCharacters: 48 * MB,
  sheets: 100,
}
