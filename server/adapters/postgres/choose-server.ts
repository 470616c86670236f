// Chooses among the servers of DATABASE_URL the one that takes writes, and chooses again after a failover.

import pg from 'pg'
import type { DatabaseAddress, ServerPlace } from './database-address.ts'
import { DatabaseUnavailable } from './explain-connection.ts'

export type ServerChoice = {
  /** Undefined where there is nothing to choose: the address says it all. */
  choose(): Promise<ServerPlace | undefined>
  /** The chosen one failed or only reads: the next connection looks again. */
  forget(): void
}

/** Less than a connection may take, so that the look itself leaves time to connect. */
const LOOK_MS = 3_000

export function chooseServer(address: DatabaseAddress): ServerChoice {
  if (!address.writable) return { choose: async () => undefined, forget: () => undefined }
  let chosen: Promise<ServerPlace> | undefined
  const look = () => {
    const found = findWritable(address)
    // A look in vain is not remembered.
    found.catch(() => {
      if (chosen === found) chosen = undefined
    })
    return found
  }
  return {
    choose: () => {
      chosen ??= look()
      return chosen
    },
    forget: () => {
      chosen = undefined
    },
  }
}

/** All are asked at once; the first that takes writes is it. */
async function findWritable(address: DatabaseAddress): Promise<ServerPlace> {
  try {
    return await Promise.any(address.servers.map((server) => requireWritable(address, server)))
  } catch (error) {
    const reasons = (error as AggregateError).errors
    throw reasons.find((reason) => reason instanceof DatabaseUnavailable) ?? reasons[0]
  }
}

async function requireWritable(address: DatabaseAddress, server: ServerPlace): Promise<ServerPlace> {
  const client = new pg.Client({
    connectionString: address.connectionString,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
    application_name: 'paywages',
  })
  Object.assign(client, server)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off') throw new DatabaseUnavailable('it only reads')
    return server
  } finally {
    // Not awaited: a frozen server says no goodbye.
    client.end().catch(() => undefined)
  }
}
