// Makes the envelope of every refusal; nothing else in the server writes one (D2).

import type { RefusalEnvelope } from '@paywages/wire/envelope.ts'
import type { RefusalText } from '@paywages/wire/refusal.ts'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import type { FastifyError } from 'fastify'
import type { ZodError } from 'zod'
import { StorageFull, StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import { isDiskFull, isPassingOutage } from '../adapters/postgres/explain-connection.ts'
import { isRefusedWriter } from '../adapters/postgres/release.ts'
import { Refused } from '../refused.ts'

/** Fastify's own complaints about a request, as ours. */
const FASTIFY_CODES: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'malformed',
}

/** An answer that failed on its way out is our fault, not the asker's. */
export class MalformedInput extends Error {
  readonly problem: ZodError
  constructor(problem: ZodError) {
    super('malformed')
    this.problem = problem
  }
}

export function refusalOf(error: unknown): { http: number; code: RefusalCode; envelope: RefusalEnvelope } {
  if (error instanceof MalformedInput) return malformed(error.problem)
  if (error instanceof Refused) return byCode(error.code, error.detail, error.errors)
  if (isRefusedWriter(error)) return byCode('release-unfit')
  if (isDiskFull(error) || error instanceof StorageFull) return byCode('storage-full')
  if (error instanceof StoreUnavailable) return byCode('files-unavailable')
  if (error instanceof SealBroken) return byCode('seal-broken')
  if (isPassingOutage(error)) return byCode('unavailable')
  const known = FASTIFY_CODES[(error as FastifyError | undefined)?.code ?? '']
  if (known !== undefined) return byCode(known)
  return byCode(error instanceof SyntaxError ? 'malformed' : 'server-error')
}

function byCode(code: RefusalCode, detail: Refused['detail'] = {}, errors?: Refused['errors']) {
  const text: RefusalText = refusals[code]
  const msg = typeof text.msg === 'function' ? text.msg(detail) : text.msg
  const envelope: RefusalEnvelope = {
    ...detail,
    status: text.status ?? text.http,
    code,
    msg,
    data: null,
    ...(text.field === undefined ? {} : { errors: errors ?? [{ field: text.field, msg }] }),
  }
  return { http: text.http, code, envelope }
}

function malformed(problem: ZodError) {
  const errors = problem.issues.map((issue) => ({ field: issue.path.join('.'), msg: issue.message }))
  const first = new Map(errors.toReversed().map((error) => [error.field, error]))
  const envelope: RefusalEnvelope = {
    status: 400,
    code: 'malformed',
    msg: errors[0]?.msg ?? refusals.malformed.msg,
    data: null,
    errors: [...first.values()].toReversed(),
  }
  return { http: 400, code: 'malformed' as const, envelope }
}
