// Accepts an uploaded file as one of a kind, and later gives it to the record that takes it (D5).

import { FILE_RULES, type FileKind, validateFile } from '@paywages/domain/files/file-kind.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { Refused } from '../refused.ts'
import { attach, type FileRecord, lockUnattachedFile, setKind } from './store.ts'

/** Validates what just arrived by its content, and keeps it as a file of that kind. */
export async function acceptFile(
  tx: Tx,
  by: Actor,
  fileId: string,
  wanted: { kind: FileKind; name?: string | undefined },
): Promise<FileRecord> {
  const file = await lockUnattachedFile(tx, by.person.accountId, fileId)
  if (!file) throw new Refused('file-gone')
  const name = wanted.name === undefined ? file.name : safeFileName(wanted.name)
  validate(wanted.kind, { ...file, name })
  await setKind(tx, fileId, wanted.kind, name)
  return { ...file, kind: wanted.kind, name }
}

/** Once, by its uploader, for the kind it was uploaded as; a plain document may become any kind it qualifies for. */
export async function attachFile(
  tx: Tx,
  by: Actor,
  fileId: string,
  to: { kind: FileKind; recordId: string; providerId: number },
): Promise<FileRecord> {
  const file = await lockUnattachedFile(tx, by.person.accountId, fileId)
  if (!file || (file.kind !== to.kind && file.kind !== 'document')) throw new Refused('file-gone')
  validate(to.kind, file)
  await attach(tx, fileId, { kind: to.kind, id: to.recordId, providerId: to.providerId, at: by.at })
  return file
}

function validate(kind: FileKind, file: FileRecord): void {
  const refusal = validateFile(kind, { name: file.name, size: Number(file.size), content: file.content })
  if (refusal === undefined) return
  const { contents, limitBytes } = FILE_RULES[kind]
  throw new Refused(refusal, { accepted: contents.join('、'), megabytes: limitBytes / 1_048_576 })
}
