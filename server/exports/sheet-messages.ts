// What passes between the server and a thread that writes large sheets, one after the other.

import type { Secrets } from '../adapters/personal-data/key-ring.ts'

export type SheetRequest = {
  readonly module: string
  readonly input: unknown
  readonly databaseUrl: string
  readonly database: { readonly prepares: boolean; readonly timeoutMs: number }
  readonly secrets: Secrets
}

/** A sheet to write, or that one of its pieces went out. */
export type ToThread = { readonly request: SheetRequest } | { readonly taken: true }

export type SheetPiece = { readonly bytes: Uint8Array } | { readonly end: true }
