// Validates files before anything is sent: PDF, workbooks and separated text by their names, none twice, not too many and not too large (spec §5, D32, D49).

import { MAX_STATEMENTS, uploadStatements } from '@paywages/wire/bank-statements/endpoints.ts'
import { statementTexts } from '@paywages/wire/bank-statements/messages.ts'
import { fileRefusals } from '@paywages/wire/files/messages.ts'
import { MEGABYTE } from '../ui/files/file-size.ts'
import { uploadLabels as labels } from './labels.ts'

export const MAX_BYTES = uploadStatements.upload?.maxBytes ?? 0
export const MAX_MEGABYTES = MAX_BYTES / MEGABYTE

export type Chosen = {
  readonly files: readonly File[]
  /** What was left out and why, one sentence each. */
  readonly problems: readonly string[]
}

/** Adds files to those already chosen. */
export function addFiles(chosen: readonly File[], added: readonly File[]): Chosen {
  const files = [...chosen]
  const problems = new Set<string>()
  for (const file of added) {
    const problem = problemOf(file, files)
    if (problem === undefined) files.push(file)
    else problems.add(problem)
  }
  return { files, problems: [...problems] }
}

function problemOf(file: File, files: readonly File[]): string | undefined {
  if (!/\.(?:pdf|xlsx?|csv|txt)$/i.test(file.name))
    return labels.problem(file.name, statementTexts.filesMissing)
  if (file.size === 0) return labels.problem(file.name, fileRefusals['file-empty'].msg)
  if (file.size > MAX_BYTES) {
    return labels.problem(file.name, fileRefusals['file-too-large'].msg({ megabytes: MAX_MEGABYTES }))
  }
  if (files.some((other) => isSame(other, file))) return labels.twice(file.name)
  return files.length < MAX_STATEMENTS ? undefined : labels.tooMany(MAX_STATEMENTS)
}

/** As far as a browser tells without reading them; the server compares contents. */
function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}
