// Judges a chosen contract file as the server will, before megabytes of it are sent: one, by name and bytes, not too large (D29).

import { END_BYTES, sniffContent } from '@paywages/domain/files/file-content.ts'
import { FILE_RULES, judgeFile } from '@paywages/domain/files/file-kind.ts'
import { fileRefusals } from '@paywages/wire/files/messages.ts'
import { fileFieldLabels as labels } from '../ui/labels.ts'
import type { JudgedFiles } from '../ui/use-file-upload.ts'

const { contents, limitBytes } = FILE_RULES.contract

export async function judgeContractFiles(files: readonly File[]): Promise<JudgedFiles> {
  const [file, another] = files
  if (file === undefined) return undefined
  if (another !== undefined) return { problem: labels.oneFile }
  const content = sniffContent({
    size: file.size,
    head: await bytesOf(file.slice(0, END_BYTES)),
    tail: await bytesOf(file.slice(Math.max(0, file.size - END_BYTES))),
  })
  switch (judgeFile('contract', { name: file.name, size: file.size, content })) {
    case 'file-empty':
      return { problem: fileRefusals['file-empty'].msg }
    case 'file-too-large':
      return { problem: fileRefusals['file-too-large'].msg({ megabytes: limitBytes / 1024 / 1024 }) }
    case 'file-type':
      return { problem: fileRefusals['file-type'].msg({ accepted: contents.join('、') }) }
    default:
      return { file }
  }
}

async function bytesOf(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await part.arrayBuffer())
}
