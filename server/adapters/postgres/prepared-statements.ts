// Which statements a connection keeps prepared: PostgreSQL plans each of them once a connection instead of at every call.

import type pg from 'pg'

/** Distinct statements that one connection keeps prepared; beyond that they are planned each time. */
const MAX_PREPARED = 1_000

/** Lists of ids of every length would be statements without end; long ones are not worth a place. */
const MAX_TEXT_LENGTH = 4_000

/** Counted by connection: what another one has seen takes no place here. */
const namesByConnection = new WeakMap<pg.PoolClient, Map<string, string>>()

/** Runs queries under a name of their own text: planning took longer than running most of them. */
export function preparing(client: pg.PoolClient) {
  const names = namesOf(client)
  return (text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string' || values === undefined) return client.query(text as string)
    const name = nameOf(text, names)
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
}

/** A connection with no place left is worth replacing: what comes next is prepared again on a new one. */
export const isFull = (client: pg.PoolClient): boolean => namesOf(client).size >= MAX_PREPARED

function namesOf(client: pg.PoolClient): Map<string, string> {
  const known = namesByConnection.get(client)
  if (known) return known
  const names = new Map<string, string>()
  namesByConnection.set(client, names)
  return names
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_PREPARED || text.length > MAX_TEXT_LENGTH) return undefined
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
