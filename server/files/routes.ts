// The files' calls.

import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import type { Services } from '../app-services.ts'
import { type AuditEvent, recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { acceptFile } from './accept-file.ts'
import { refuseActivePdf } from './refuse-active-pdf.ts'
import { type FileRecord, findReadableFile } from './store.ts'

export function fileRoutes(services: Services): Pick<Handlers, 'uploadFile' | 'downloadFile'> {
  return {
    uploadFile: async ({ input, by, files }) => {
      const [received] = files
      if (!received) throw new Refused('file-missing')
      await refuseActivePdf(services, by, received.fileId)
      return services.database.transact(async (tx) => {
        const file = await acceptFile(tx, by, received.fileId, {
          kind: input.kind ?? 'document',
          name: input.fileName,
        })
        const after = { kind: file.kind, size: Number(file.size), sha256: file.sha256 }
        await recordEntry(tx, by, {
          action: 'upload-file',
          object: { kind: 'file', id: file.fileId, name: file.name },
          after,
        })
        return file.fileId
      })
    },
    downloadFile: async ({ input, by, scope }) => {
      const file = await services.database.transact(async (tx) => {
        const found = await findReadableFile(tx, scope, by.person.accountId, input.fileId)
        if (!found) throw new Refused('not-found')
        await recordEntry(tx, by, {
          ...readingOf(found),
          providerId: found.providerId ?? by.person.providerId,
        })
        return found
      })
      const body = await services.files.get(file.storeKey)
      if (!body) throw new Refused('not-found')
      const contentType = file.content === 'unknown' ? 'application/octet-stream' : MEDIA_TYPES[file.content]
      return {
        stream: body.stream,
        size: body.size,
        name: file.name,
        contentType,
        inline: input.inline === '1',
      }
    },
  }
}

/** Images of an ID card or signature are told by whose contract they stand behind: they may be deleted, the entry stays (D33). */
function readingOf({ kind, fileId, attachedId, name }: FileRecord): Pick<AuditEvent, 'action' | 'object'> {
  if ((kind !== 'id-card-image' && kind !== 'signature') || attachedId === null)
    return { action: 'download-file', object: { kind: 'file', id: fileId, name } }
  return { action: 'view-identity-image', object: { kind: 'personal-contract', id: attachedId, name } }
}
