// Sends a file so that no browser runs what is inside it (D5).

import { SHOWN_IN_PLACE } from '@paywages/domain/files/file-kind.ts'
import { contentDisposition } from '@paywages/domain/files/file-name.ts'
import type { FastifyReply } from 'fastify'
import type { Download } from './call.ts'

export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const inline = download.inline && SHOWN_IN_PLACE.has(download.contentType)
  reply.header('content-type', download.contentType)
  reply.header('content-disposition', contentDisposition(inline ? 'inline' : 'attachment', download.name))
  reply.header('x-content-type-options', 'nosniff')
  // Chromium's PDF viewer does not run in a sandboxed document, so PDFs shown in place are fenced by origin alone.
  const sandbox = inline && download.contentType === 'application/pdf' ? '' : ' sandbox;'
  reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; object-src 'self';${sandbox} frame-ancestors 'self'`,
  )
  if (inline) reply.header('x-frame-options', 'SAMEORIGIN')
  if (download.size !== undefined) reply.header('content-length', download.size)
  if (download.rowCount !== undefined) reply.header('x-row-count', download.rowCount)
  return reply.send(download.stream)
}
