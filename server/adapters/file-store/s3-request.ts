// Sends one signed request to an S3-compatible service, again when the service stumbles.

import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../config/s3-settings.ts'
import { transportOf } from './own-ca.ts'
import { credentialsOf } from './s3-credentials.ts'
import { StoreUnavailable } from './store-errors.ts'

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  readonly signal?: AbortSignal
}

export type S3Send = (input: S3Request) => Promise<Response>

const ATTEMPTS = 4
const FIRST_PAUSE_MS = 100
/** Until the answer begins; a long download may take its time. */
export const ANSWER_MS = 20_000
/** A PUT's answer begins after its body. */
const PUT_TIMES = 3

class NoAnswer extends Error {
  override readonly message = 'no answer in time'
}

export function openS3(settings: S3Settings, answerMs: number = ANSWER_MS): S3Send {
  const give = credentialsOf(settings)
  const transport = transportOf(settings.caFile)
  const base = addressOf(settings)

  async function attempt(input: S3Request, renewed?: 'renewed'): Promise<Response> {
    const { accessKeyId, secretAccessKey, sessionToken } = await give(renewed)
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      region: settings.region,
      service: 's3',
      retries: 0,
    })
    const url = new URL(input.key === undefined ? base : `${base}/${input.key}`)
    for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value)
    const slow = new AbortController()
    const limitMs = input.body !== undefined ? PUT_TIMES * answerMs : answerMs
    const timer = setTimeout(() => slow.abort(new Error('no answer in time')), limitMs)
    const signal = input.signal === undefined ? slow.signal : AbortSignal.any([slow.signal, input.signal])
    try {
      const request = await client.sign(url, {
        method: input.method,
        headers: { ...input.headers },
        signal,
        ...(input.body === undefined ? {} : { body: input.body }),
      })
      return await transport(request, input.body)
    } catch (error) {
      throw slow.signal.aborted ? new NoAnswer() : error
    } finally {
      clearTimeout(timer)
    }
  }

  // Every request here may be repeated: a PUT writes the same bytes under the same key.
  return async function send(input) {
    for (let number = 1, renewed: 'renewed' | undefined; ; number += 1) {
      const outcome = await attempt(input, renewed).catch((error: unknown) => ({ error }))
      input.signal?.throwIfAborted()
      // Taken away before their time, as when a role changes; others are asked for once.
      if (renewed === undefined && !('error' in outcome) && (await isExpired(outcome))) {
        renewed = 'renewed'
        continue
      }
      const passing = 'error' in outcome || outcome.status >= 500 || outcome.status === 429
      if (!passing) return outcome
      // Whoever was silent for so long would be so again, and somebody waits.
      const silent = 'error' in outcome && outcome.error instanceof NoAnswer
      if (silent || number === ATTEMPTS) throw await unavailable(outcome)
      if (!('error' in outcome)) await outcome.body?.cancel()
      const pauseMs = FIRST_PAUSE_MS * 2 ** (number - 1) * (0.5 + Math.random() / 2)
      await wait(pauseMs, undefined, input.signal === undefined ? {} : { signal: input.signal })
    }
  }
}

/** `https://host/bucket` or `https://bucket.host`. */
function addressOf({ endpoint, bucket, style }: S3Settings): string {
  const trimmed = endpoint.replace(/\/+$/, '')
  if (style !== 'virtual-host') return `${trimmed}/${bucket}`
  const url = new URL(trimmed)
  url.hostname = `${bucket}.${url.hostname}`
  return url.href.replace(/\/+$/, '')
}

const EXPIRED = ['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired']

async function isExpired(answer: Response): Promise<boolean> {
  if (answer.status !== 400 && answer.status !== 403) return false
  const text = await answer.clone().text()
  return EXPIRED.some((code) => text.includes(`<Code>${code}</Code>`))
}

/** The service's own word for what is wrong (NoSuchBucket, AccessDenied …) helps the operator; the rest may tell too much. */
export async function unavailable(outcome: Response | { error: unknown }): Promise<StoreUnavailable> {
  if ('error' in outcome) {
    return new StoreUnavailable('The object store cannot be reached.', { cause: outcome.error })
  }
  const text = await outcome.text().catch(() => '')
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? 'no reason given'
  return new StoreUnavailable(`The object store answered ${outcome.status} (${code}).`)
}
