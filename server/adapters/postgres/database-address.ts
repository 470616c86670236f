// Reads DATABASE_URL, which may name several servers of one cluster, as libpq writes it.

export type ServerPlace = { readonly host: string; readonly port: number }

export type DatabaseAddress = {
  /** In the order in which they are named; at least one. */
  readonly servers: readonly ServerPlace[]
  /** For the first of them: user, password, database and options are the same for all. */
  readonly connectionString: string
  /** Whether a server that only reads is passed over; always so where there are several. */
  readonly writable: boolean
}

const FORM = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/
const PLACE = /^(\[[0-9a-f:]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i
const DEFAULT_PORT = 5432

/** Undefined where the text is no such address. */
export function parseDatabaseUrl(url: string): DatabaseAddress | undefined {
  const [, scheme, user, places = '', path = '', query = ''] = FORM.exec(url) ?? []
  if (scheme === undefined) return undefined
  const servers: ServerPlace[] = []
  for (const place of places.split(',')) {
    const [, host, port] = PLACE.exec(place) ?? []
    if (host === undefined || (host === '' && places !== '')) return undefined
    servers.push({
      host: decodeURIComponent(host).replace(/^\[|\]$/g, ''),
      port: Number(port ?? DEFAULT_PORT),
    })
  }
  const options = new URLSearchParams(query)
  const wanted = options.get('target_session_attrs')
  // Everything we do ends in a write: servers for reading are of no use.
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted)) return undefined
  options.delete('target_session_attrs')
  const rest = options.size === 0 ? '' : `?${options}`
  const at = user === undefined ? '' : `${user}@`
  return {
    servers,
    connectionString: `${scheme}${at}${places.split(',')[0]}${path}${rest}`,
    writable: servers.length > 1 || wanted === 'read-write' || wanted === 'primary',
  }
}

/** The user as whom it connects; empty where the address names none. */
export function userOf(url: string): string {
  const [, , user = ''] = FORM.exec(url) ?? []
  return decodeURIComponent(user.split(':', 1)[0] ?? '')
}
