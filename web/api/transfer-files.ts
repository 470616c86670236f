// Files over the API: downloads that become saved files, and uploads that tell their progress.

import type { AnswerOf, Endpoint, InputOf } from '@paywages/wire/endpoint.ts'
import { decodeAnswer } from '@paywages/wire/envelope.ts'
import { z } from 'zod'
import { notifyChanged } from './changes.ts'
import { type Callable, type CallOptions, refuse, send, urlOf } from './client.ts'
import { CallRefused, unreachable } from './refused.ts'
import { askStepUp } from './step-up.ts'

export type DownloadProgress = {
  readonly receivedBytes: number
  /** How many rows the file will hold, where the server says so. */
  readonly rowCount: number | undefined
}

type DownloadOptions = CallOptions & { readonly onProgress?: (progress: DownloadProgress) => void }

export async function download<E extends Callable>(
  endpoint: E,
  input: InputOf<E>,
  options: DownloadOptions = {},
): Promise<void> {
  const answer = await send(endpoint, input, options)
  if (!answer.ok) {
    const refused = refuse(endpoint, answer.status, await answer.json().catch(() => ({})), options)
    if (await askStepUp(refused, endpoint, input)) return download(endpoint, input, options)
    throw refused
  }
  const name = fileNameOf(answer.headers.get('content-disposition') ?? '')
  const content = await blobOf(answer, options.onProgress).catch((error: unknown) => {
    throw options.signal?.aborted ? error : unreachable(endpoint)
  })
  saveAs(content, name)
}

/** Made while it is sent, so nobody knows its size beforehand: only how much has come is told. */
async function blobOf(answer: Response, onProgress: DownloadOptions['onProgress']): Promise<Blob> {
  if (onProgress === undefined || answer.body === null) return answer.blob()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let receivedBytes = 0
  const rowCount = rowCountOf(answer)
  const reader = answer.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value)
    receivedBytes += next.value.byteLength
    onProgress({ receivedBytes, rowCount })
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' })
}

function rowCountOf(answer: Response): number | undefined {
  const reported = answer.headers.get('x-row-count')
  return reported === null || !/^\d+$/.test(reported) ? undefined : Number(reported)
}

/** The name in `filename*` (RFC 8187), which the server always sends (D5). */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded === undefined ? 'download' : decodeURIComponent(encoded)
}

function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number }

type UploadOptions = CallOptions & { readonly onProgress?: (progress: UploadProgress) => void }

export async function upload<E extends Callable>(
  endpoint: E,
  input: InputOf<E>,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<AnswerOf<E>> {
  try {
    return await sendFiles(endpoint, input, files, options)
  } catch (error) {
    if (error instanceof CallRefused && (await askStepUp(error, endpoint, input)))
      return upload(endpoint, input, files, options)
    throw error
  }
}

/** XMLHttpRequest, because fetch does not tell how much has been sent. */
function sendFiles<E extends Callable>(
  endpoint: E,
  input: InputOf<E>,
  files: readonly File[],
  options: UploadOptions,
): Promise<AnswerOf<E>> {
  const request = new XMLHttpRequest()
  request.open('POST', urlOf(endpoint))
  request.responseType = 'json'
  request.upload.onprogress = (event) => {
    options.onProgress?.({ sentBytes: event.loaded, totalBytes: event.total })
  }
  return new Promise((resolve, reject) => {
    request.onload = () => {
      const envelope = (request.response ?? {}) as Record<string, unknown>
      if (envelope.status !== 0) return reject(refuse(endpoint, request.status, envelope, options))
      notifyChanged(endpoint)
      resolve(decodeAnswer(endpoint as unknown as Endpoint, envelope) as AnswerOf<E>)
    }
    request.onerror = () => reject(unreachable(endpoint))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(formOf(endpoint, input, files))
  })
}

/** Fields go before files, so that the server can validate them before it reads megabytes. */
function formOf<E extends Callable>(endpoint: E, input: InputOf<E>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(z.encode(endpoint.input, input) as Record<string, unknown>)) {
    if (value !== undefined) form.append(name, String(value))
  }
  for (const file of files) form.append(endpoint.upload?.field ?? 'file', file, file.name)
  return form
}
