// Proves that the database takes writes, within moments: it answers, is not read-only, and has space.

import type { ConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailable, isDiskFull } from './explain-connection.ts'

export type WriteCheck = {
  require(): Promise<void>
  /** A write met a full disk: from now on the proof is a write, until one succeeds. */
  noteFull(): void
}

const ANSWER_MS = 3_000

/** Half a megabyte that must be found on the disk, and is given back at once. */
const TAKE_SPACE = `create temporary table space_probe on commit drop as
  select repeat(md5(n::text), 60) as filling from generate_series(1, 256) n`

export function writeCheck(connections: ConnectionPool): WriteCheck {
  let full = false
  return {
    noteFull: () => {
      full = true
    },
    require: async () => {
      const held = await connections.acquireForProbe(ANSWER_MS)
      try {
        const { rows } = await held.client.query('show transaction_read_only')
        if (rows[0]?.transaction_read_only !== 'off') throw new DatabaseUnavailable('it only reads')
        if (full) await held.client.query(`begin; ${TAKE_SPACE}; rollback`)
        full = false
      } catch (error) {
        held.spoil(error as Error)
        throw isDiskFull(error) ? new DatabaseUnavailable('its disk is full', { cause: error }) : error
      } finally {
        held.giveBack()
      }
    },
  }
}
