// Judges what was chosen where one file is wanted, before any of it is sent.

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { fileFieldLabels as labels } from '../labels.ts'
import { judgeChosen } from './judge-files.ts'
import type { JudgedFiles } from './use-file-upload.ts'

export async function judgeOneFile(kind: FileKind, files: readonly File[]): Promise<JudgedFiles> {
  if (files.length === 0) return undefined
  const tooMany = labels.oneFile
  if (files.length > 1) return { problem: tooMany }
  const { fit, problems } = await judgeChosen(files, () => [], { kind, most: 1, tooMany })
  const [chosen] = fit
  return chosen === undefined ? { problem: problems.join('；') } : { file: chosen.file }
}
