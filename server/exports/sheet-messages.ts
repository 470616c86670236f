// What passes between the server and the thread that writes a large sheet.

export type SheetRequest = {
  readonly module: string
  readonly input: unknown
  readonly databaseUrl: string
  readonly database: { readonly prepares: boolean; readonly timeoutMs: number }
  readonly secrets: { readonly current: string; readonly old: readonly string[] }
}

export type SheetPiece = { readonly bytes: Uint8Array } | { readonly end: true }
