// The envelope round an answer as it came, before anything is decoded.

export type Envelope = Record<string, unknown> & {
  readonly status?: number
  readonly msg?: string
  readonly code?: string
}

/** Undefined when the body is no envelope, such as a proxy's error page. */
export async function readEnvelope(answer: Response): Promise<Envelope | undefined> {
  try {
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null ? (body as Envelope) : undefined
  } catch {
    return undefined
  }
}

export function queryOf(travels: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(travels)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}
