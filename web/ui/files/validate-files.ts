// Validates chosen files before anything is sent: by their content, size and name, none twice, not too many (domain/files).

import { END_BYTES, type FileContent, sniffContent } from '@paywages/domain/files/file-content.ts'
import { FILE_RULES, type FileKind, validateFile } from '@paywages/domain/files/file-kind.ts'
import { fileRefusals } from '@paywages/wire/files/messages.ts'
import { fileFieldLabels, filesLabels as labels } from '../labels.ts'
import { MEGABYTE } from './file-size.ts'

/** What a file must be and how many there may be. */
export type FilesRule = {
  readonly kind: FileKind
  readonly most: number
  /** Said of those beyond the most. */
  readonly tooMany: string
}

export type ChosenFile = { readonly file: File; readonly content: FileContent | 'unknown' }

export type Validated = {
  readonly fit: readonly ChosenFile[]
  /** What was left out and why, one sentence each. */
  readonly problems: readonly string[]
}

export type Present = readonly { readonly name: string; readonly size: number }[]

/** `present` are those that stand in the field already, however far they have come. */
export async function validateChosen(
  files: readonly File[],
  present: () => Present,
  rule: FilesRule,
): Promise<Validated> {
  const fit: ChosenFile[] = []
  const problems = new Set<string>()
  const contents = await Promise.all(files.map(contentOf))
  const others = present()
  files.forEach((file, index) => {
    const content = contents[index] ?? 'unknown'
    const refusal = validateFile(rule.kind, { name: file.name, size: file.size, content })
    if (refusal !== undefined || content === 'unknown') {
      problems.add(labels.problem(file.name, refusalWords(refusal ?? 'file-type', rule.kind)))
    } else if (isThere(file, [...others, ...fit.map((one) => one.file)])) {
      problems.add(labels.twice(file.name))
    } else if (others.length + fit.length >= rule.most) problems.add(rule.tooMany)
    else fit.push({ file, content })
  })
  return { fit, problems: [...problems] }
}

/** Nothing where nothing was chosen. */
export type ValidatedFile = { readonly file: File } | { readonly problem: string } | undefined

/** Where one file is wanted. */
export async function validateOneFile(kind: FileKind, files: readonly File[]): Promise<ValidatedFile> {
  if (files.length === 0) return undefined
  const tooMany = fileFieldLabels.oneFile
  if (files.length > 1) return { problem: tooMany }
  const { fit, problems } = await validateChosen(files, () => [], { kind, most: 1, tooMany })
  const [chosen] = fit
  return chosen === undefined ? { problem: problems.join('；') } : { file: chosen.file }
}

/** As far as a browser tells without comparing every byte. */
function isThere(file: File, others: Present): boolean {
  return others.some(({ name, size }) => name === file.name && size === file.size)
}

/** Only both ends are read: that is all the validation needs, also of a file that is far too large. */
async function contentOf(file: File): Promise<FileContent | 'unknown'> {
  const [head, tail] = await Promise.all([
    file.slice(0, END_BYTES).arrayBuffer(),
    file.slice(Math.max(0, file.size - END_BYTES)).arrayBuffer(),
  ]).catch(() => [new ArrayBuffer(0), new ArrayBuffer(0)] as const)
  return sniffContent({ size: file.size, head: new Uint8Array(head), tail: new Uint8Array(tail) })
}

function refusalWords(refusal: 'file-empty' | 'file-too-large' | 'file-type', kind: FileKind): string {
  const { contents, limitBytes } = FILE_RULES[kind]
  if (refusal === 'file-empty') return fileRefusals['file-empty'].msg
  if (refusal === 'file-too-large')
    return fileRefusals['file-too-large'].msg({ megabytes: limitBytes / MEGABYTE })
  return fileRefusals['file-type'].msg({ accepted: contents.join('、') })
}

/** For the chooser's own filter; what a file is, its content decides. */
export function endingsOf(kind: FileKind): string {
  return FILE_RULES[kind].contents
    .flatMap((content) => (content === 'jpg' ? ['.jpg', '.jpeg'] : [`.${content}`]))
    .join(',')
}
