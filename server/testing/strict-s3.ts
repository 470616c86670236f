/** An object store in memory that takes only what is rightly signed: keys, session tokens that end, path or virtual-host style, parts, TLS. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Seen, sha256, signatureOf, signedHeadersOf } from './aws-signature.ts'

export type StrictKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

export type StrictS3 = {
  readonly port: number
  readonly objects: Map<string, Buffer>
  /** What was asked, as `METHOD name query`, and why it was refused. */
  readonly calls: string[]
  readonly openUploads: () => number
  /** Whose signature counts from now on; all others are told that their token ended. */
  accept(keys: StrictKeys): void
  stop(): Promise<void>
}

type Options = {
  readonly bucket: string
  readonly style: 'path' | 'virtual-host'
  readonly keys: StrictKeys
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer }
}

type Answer = { status: number; body?: Buffer | string; headers?: Record<string, string> }

const tagOf = (body: Buffer) => `"${sha256(body)}"`

const refuse = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
})

export async function startStrictS3({ bucket, style, keys, tls }: Options): Promise<StrictS3> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const calls: string[] = []
  let accepted = keys

  function refusalOf(seen: Seen): Answer | undefined {
    const { headers, body } = seen
    if (
      String(headers['x-amz-content-sha256']) !== 'UNSIGNED-PAYLOAD' &&
      sha256(body) !== headers['x-amz-content-sha256']
    )
      return refuse(400, 'XAmzContentSHA256Mismatch')
    const token = headers['x-amz-security-token']
    if (token !== accepted.sessionToken) return refuse(403, 'ExpiredToken')
    if (token !== undefined && !signedHeadersOf(seen).includes('x-amz-security-token'))
      return refuse(403, 'TokenNotSigned')
    if (!signedHeadersOf(seen).includes('host')) return refuse(403, 'HostNotSigned')
    if (!headers.authorization?.includes(`Credential=${accepted.accessKeyId}/`))
      return refuse(403, 'InvalidAccessKeyId')
    const right = `Signature=${signatureOf(seen, accepted.secretAccessKey)}`
    return headers.authorization.endsWith(right) ? undefined : refuse(403, 'SignatureDoesNotMatch')
  }

  function answer(seen: Seen): Answer {
    const refused = refusalOf(seen)
    if (refused) return refused
    const url = new URL(seen.url, `http://${seen.headers.host}`)
    const isHost = url.hostname.startsWith(`${bucket}.`)
    if (isHost !== (style === 'virtual-host')) return refuse(404, 'NoSuchBucket')
    const key = style === 'path' ? url.pathname.slice(bucket.length + 2) : url.pathname.slice(1)
    if (style === 'path' && !url.pathname.startsWith(`/${bucket}`)) return refuse(404, 'NoSuchBucket')
    return key === '' ? list(url) : (multipart(seen, key, url) ?? plain(seen, key))
  }

  function list(url: URL): Answer {
    const found = [...objects.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''))
    const entry = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2026-11-17T00:00:00Z</LastModified></Contents>`
    return { status: 200, body: `<List><IsTruncated>false</IsTruncated>${found.map(entry).join('')}</List>` }
  }

  function multipart(
    { method, body, headers }: Seen,
    key: string,
    { searchParams }: URL,
  ): Answer | undefined {
    if (method === 'POST' && searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, new Map())
      return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` }
    }
    const id = searchParams.get('uploadId')
    if (id === null) return undefined
    const parts = uploads.get(id)
    if (!parts) return refuse(404, 'NoSuchUpload')
    if (method === 'DELETE') {
      uploads.delete(id)
      return { status: 204 }
    }
    if (method === 'PUT') {
      const number = Number(searchParams.get('partNumber'))
      parts.set(number, body)
      return { status: 200, headers: { etag: `"${sha256(body)}"` } }
    }
    if (headers['if-none-match'] === '*' && objects.has(key)) return refuse(412, 'PreconditionFailed')
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([0-9a-f]+)"<\/ETag>/g)]
    const joined = named.map(([, number, tag]) => {
      const part = parts.get(Number(number))
      return part && sha256(part) === tag ? part : undefined
    })
    const isShort = joined.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1_048_576)
    // As services do: 200 first, and then what was wrong.
    if (joined.length === 0 || joined.includes(undefined) || isShort)
      return { status: 200, body: '<Error><Code>InvalidPart</Code></Error>' }
    objects.set(key, Buffer.concat(joined as Buffer[]))
    uploads.delete(id)
    return { status: 200, body: '<CompleteMultipartUploadResult/>' }
  }

  function plain({ method, body, headers }: Seen, key: string): Answer {
    if (method === 'PUT') {
      if (headers['if-none-match'] === '*' && objects.has(key)) return refuse(412, 'PreconditionFailed')
      const held = objects.get(key)
      if (headers['if-match'] !== undefined && headers['if-match'] !== (held && tagOf(held)))
        return held ? refuse(412, 'PreconditionFailed') : refuse(404, 'NoSuchKey')
      objects.set(key, body)
      return { status: 200 }
    }
    const found = objects.get(key)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (!found) return refuse(404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
    const etag = tagOf(found)
    if (!range) return { status: 200, body: found, headers: { etag } }
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), found.length - 1)]
    const contentRange = `bytes ${start}-${end}/${found.length}`
    return {
      status: 206,
      body: found.subarray(start, end + 1),
      headers: { 'content-range': contentRange, etag },
    }
  }

  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const given = answer({ method, url, headers, body: await buffer(request) })
    const refusal = /<Code>(\w+)/.exec(String(given.body ?? ''))?.[1]
    calls.push(`${method} ${url}${given.status >= 400 ? ` ${refusal}` : ''}`)
    const body = given.body ?? ''
    response.writeHead(given.status, { ...given.headers, 'content-length': String(Buffer.byteLength(body)) })
    response.end(body)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    objects,
    calls,
    openUploads: () => uploads.size,
    accept: (next) => {
      accepted = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
