// Files: one upload and one download for everything that is attached to a record (spec §7, D5).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { at, shape } from '../shape.ts'
import { text } from '../values.ts'
import { fileTexts } from './messages.ts'

const fileId = z.uuid('文件编号不正确')

export const uploadFile = endpoint({
  method: 'POST',
  path: '/file/upload',
  purpose: 'Stores one file, readable by its uploader only until a record takes it.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({
    fileName: at('fileName', z.string().max(4096).optional()),
    kind: at('fileKind', z.enum(['document', 'contract', 'invoice', 'tax-proof', 'evidence']).optional()),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES.document.limitBytes },
  reply: { form: 'data', data: fileId },
  failure: fileTexts.uploadFailed,
})

export const downloadFile = endpoint({
  method: 'GET',
  path: '/file/download',
  purpose: 'Streams a file; inline=1 shows images and PDF in place.',
  right: 'console',
  scope: { rule: 'record', kind: 'file', at: 'fileId' },
  input: shape({ fileId: at('fileId', fileId), inline: at('inline', text({ max: 1 }).optional()) }),
  reply: { form: 'download', stored: true },
  failure: fileTexts.downloadFailed,
})
