// Uploads and downloads over a real connection, as a browser makes them.

import { SESSION_COOKIE } from '../http/session-cookie.ts'
import { type Client, urlOf } from './client.ts'
import { multipartOf, type Part } from './multipart.ts'
import type { TestServices } from './test-services.ts'

export const filePart = (fileName: string, value: Uint8Array | string): Part => ({
  key: 'file',
  fileName,
  value,
})

export const cookieOf = (client: Client) => ({ cookie: `${SESSION_COOKIE}=${client.token}` })

export type UploadReply = {
  readonly http: number
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly data: string
}

export async function upload(base: string, client: Client, ...parts: Part[]): Promise<UploadReply> {
  const { body, contentType } = multipartOf(parts)
  const response = await fetch(base + urlOf('uploadFile'), {
    method: 'POST',
    headers: { ...cookieOf(client), 'content-type': contentType },
    body: new Uint8Array(body),
  })
  return { http: response.status, ...((await response.json()) as Omit<UploadReply, 'http'>) }
}

export function download(base: string, client: Client, fileId: string, more = ''): Promise<Response> {
  return fetch(`${base + urlOf('downloadFile')}?fileId=${fileId}${more}`, { headers: cookieOf(client) })
}

/** A PDF of exactly this many bytes. */
export function pdfOfSize(size: number): Uint8Array {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\nstartxref\n9\n%%EOF\n')]
  return Buffer.concat([head, Buffer.alloc(size - head.length - tail.length, ' '), tail])
}

/** The keys of all bytes in the file store. */
export async function storedKeys(services: TestServices): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of services.files.list('files/')) keys.push(key)
  return keys.sort()
}
