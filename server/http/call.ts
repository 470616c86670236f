// What a handler receives, inferred from the declaration of its call.

import type { Readable } from 'node:stream'
import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { AnswerOf, InputOf } from '@paywages/wire/endpoint.ts'
import type { EndpointName, Endpoints } from '@paywages/wire/endpoints.ts'
import type { Actor, Origin } from '../actor.ts'

/** A file that came with the call; it is thrown away unless an operation keeps it. */
export type ReceivedFile = {
  readonly fileId: string
  readonly name: string
  readonly size: number
}

export type Download = {
  readonly stream: Readable
  readonly name: string
  readonly contentType: string
  readonly size?: number
  /** Of an export that is made while it is sent: what the asker is told to expect. */
  readonly rowCount?: number
  readonly inline: boolean
}

/** Sets or clears the session cookie of the answer. */
export type SessionCookie = { set(token: string): void; clear(): void; readonly current: string | undefined }

/** Tells this browser from others at its next login; it is no session. */
export type DeviceCookie = { set(value: string): void; readonly current: string | undefined }

export type Call<E> = {
  readonly input: InputOf<E>
  readonly origin: Origin
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly files: readonly ReceivedFile[]
  /** Aborted when the asker goes away before the answer. */
  readonly signal: AbortSignal
} & (E extends { readonly right: 'public' } ? unknown : { readonly by: Actor; readonly scope: Scope })

export type Answer<E> = E extends { readonly reply: { readonly form: 'download' } } ? Download : AnswerOf<E>

export type Handler<E> = (call: Call<E>) => Promise<Answer<E>>

/** One handler for every declared call: a missing or misspelt one does not compile. */
export type Handlers = { readonly [K in EndpointName]: Handler<Endpoints[K]> }
