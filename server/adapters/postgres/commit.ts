// Commits a transaction, and takes no server's word for one that its standby has not got.

import type pg from 'pg'
import { DatabaseUnavailable } from './explain-connection.ts'

/** Where the server waits for its synchronous standby; its name is the same in every language. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN'

/**
 * A server whose synchronous standby is lost waits. An administrator who cancels what waits makes it warn and report a commit, though a
 * failover would forget it: whoever asked must not be told that it is done.
 */
export async function commit(client: pg.PoolClient): Promise<void> {
  let unreplicated = false
  const listen = ({ routine }: { readonly routine?: string | undefined }) => {
    if (routine === WAITS_FOR_STANDBY) unreplicated = true
  }
  client.on('notice', listen)
  try {
    await client.query('commit')
  } finally {
    client.off('notice', listen)
  }
  if (unreplicated) throw new DatabaseUnavailable('its standby does not confirm what was written')
}
