/** Signature version 4 over what really arrived, worked out apart from the client. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

export function signedHeadersOf({ headers }: Seen): string[] {
  return (/SignedHeaders=(.+?), /.exec(headers.authorization ?? '')?.[1] ?? '').split(';')
}

export function signatureOf(seen: Seen, secretAccessKey: string): string {
  const { method, url, headers, body } = seen
  const [path = '', query = ''] = url.split('?')
  const strict = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${strict(name)}=${strict(value)}`)
  const scope = /Credential=[^/]+\/(.+?), /.exec(headers.authorization ?? '')?.[1] ?? ''
  const signed = signedHeadersOf(seen)
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const claimed = String(headers['x-amz-content-sha256'])
  const payload = claimed === 'UNSIGNED-PAYLOAD' ? claimed : sha256(body)
  const canonical = [method, path, pairs.sort().join('&'), lines.join(''), signed.join(';'), payload].join(
    '\n',
  )
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${secretAccessKey}`, date))
  return hmac(key, toSign).toString('hex')
}
