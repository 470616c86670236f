// The kinds of files people upload, what each may be, and how large.

import type { FileContent } from './file-content.ts'

export type FileKind =
  | 'document'
  | 'payout-sheet'
  | 'marked-sheet'
  | 'receipt'
  | 'contract'
  | 'invoice'
  | 'tax-proof'
  | 'statement'
  | 'evidence'
  | 'id-card-image'
  | 'signature'
  | 'bank-file'
  | 'bank-result'
  | 'bank-template'

export type FileRefusal = 'file-empty' | 'file-too-large' | 'file-type'

export type FileRule = {
  readonly contents: readonly FileContent[]
  readonly limitBytes: number
  /** Other endings that a content comes under. */
  readonly alsoNamed?: Readonly<Partial<Record<FileContent, readonly string[]>>>
}

const MB = 1024 * 1024
const IMAGES = ['png', 'jpg', 'gif', 'bmp'] as const

export const FILE_RULES: Readonly<Record<FileKind, FileRule>> = {
  // Uploaded before it is known which record will take it; that record's own rule is asked then (D5).
  document: { contents: ['pdf', 'docx', 'ofd', ...IMAGES], limitBytes: 20 * MB },
  'payout-sheet': { contents: ['xlsx', 'xls'], limitBytes: 20 * MB }, // the template and its copies (D13)
  'marked-sheet': { contents: ['xlsx'], limitBytes: 64 * MB }, // made by us, from a sheet with bad rows (D14)
  receipt: { contents: ['png', 'jpg', 'pdf'], limitBytes: 10 * MB }, // what the bank printed for a recharge (D25)
  contract: { contents: ['pdf', 'docx', ...IMAGES], limitBytes: 20 * MB }, // what both sides signed (D29)
  invoice: { contents: ['pdf', 'ofd', ...IMAGES], limitBytes: 10 * MB }, // OFD is how electronic invoices come (D30)
  'tax-proof': { contents: ['pdf', ...IMAGES], limitBytes: 10 * MB }, // the tax authority's paper (D31)
  // As banks export them, pages and separated text also under a workbook's name (D32, D49).
  statement: {
    contents: ['pdf', 'xlsx', 'xls', 'csv', 'xml'],
    limitBytes: 20 * MB,
    alsoNamed: { csv: ['xls'] },
  },
  evidence: { contents: ['pdf', ...IMAGES], limitBytes: 10 * MB }, // for a transfer that two people resolve (D41)
  'id-card-image': { contents: ['png', 'jpg'], limitBytes: 10 * MB }, // photographed while signing (D27)
  'bank-file': { contents: ['xlsx', 'xls', 'csv', 'xml'], limitBytes: 64 * MB }, // made by us for a bank (ADR 80)
  'bank-result': {
    contents: ['xlsx', 'xls', 'csv', 'text', 'xml', 'pdf'],
    limitBytes: 20 * MB,
    alsoNamed: { csv: ['xls'] },
  }, // what a bank gave back (ADR 82)
  'bank-template': {
    contents: ['xlsx', 'xls', 'csv'],
    limitBytes: 5 * MB,
    alsoNamed: { csv: ['xls'] },
  }, // an empty form of a bank, read and not kept (ADR 83)
  signature: { contents: ['png'], limitBytes: 1 * MB }, // drawn by us from the strokes (D27)
}

/** As sentences write it. */
export function limitMegabytes(kind: FileKind): number {
  return FILE_RULES[kind].limitBytes / MB
}

const EXTENSIONS: Readonly<Record<FileContent, readonly string[]>> = {
  png: ['png'],
  jpg: ['jpg', 'jpeg'],
  gif: ['gif'],
  bmp: ['bmp'],
  pdf: ['pdf'],
  xlsx: ['xlsx'],
  docx: ['docx'],
  ofd: ['ofd'],
  xls: ['xls'],
  csv: ['csv', 'txt'],
  text: ['txt'],
  xml: ['xml'],
}

/** What a download says a file is: decided here from its content, never repeated from the upload. */
export const MEDIA_TYPES: Readonly<Record<FileContent, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ofd: 'application/ofd',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
  text: 'text/plain',
  xml: 'application/octet-stream',
}

export type UploadedFile = {
  readonly name: string
  readonly size: number
  readonly content: FileContent | 'unknown'
}

export function validateFile(kind: FileKind, file: UploadedFile): FileRefusal | undefined {
  const rule = FILE_RULES[kind]
  if (file.size <= 0) return 'file-empty'
  if (file.size > rule.limitBytes) return 'file-too-large'
  const { content } = file
  if (content === 'unknown' || !rule.contents.includes(content)) return 'file-type'
  const extensions = [...EXTENSIONS[content], ...(rule.alsoNamed?.[content] ?? [])]
  return extensions.includes(extensionOf(file.name)) ? undefined : 'file-type'
}

/** The media types of pictures and PDF: only these are shown in place (D5); everything else is always a download. */
export const SHOWN_IN_PLACE: ReadonlySet<string> = new Set(
  [...IMAGES, 'pdf' as const].map((content) => MEDIA_TYPES[content]),
)

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}
