// Statements that are asked at once travel at once: one round trip to the database instead of one for each.

import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { RunStatement } from './tx-on-connection.ts'

type PipeliningClient = pg.PoolClient & {
  /** pg sends what is asked while this is set, without waiting for the answer before it. */
  pipeline: boolean
  readonly connection: { readonly stream: Writable }
}

export type Pipelined = {
  readonly run: RunStatement
  /** Waits for whatever is still under way, and gives the connection its usual manner back. */
  end(): Promise<void>
}

/**
 * For reads only: behind a statement that fails, those that were sent with it run all the same. Whoever gives up waiting for one of them
 * leaves the others under way, so the connection is no one else's before they have been answered.
 */
export function pipelined(client: pg.PoolClient, run: RunStatement): Pipelined {
  const underWay = new Set<Promise<unknown>>()
  const pipelining = client as PipeliningClient
  const { stream } = pipelining.connection
  let gathering = false
  const send = () => {
    gathering = false
    stream.uncork()
  }
  pipelining.pipeline = true
  return {
    run: (text, values) => {
      if (!gathering) {
        gathering = true
        stream.cork()
        queueMicrotask(send)
      }
      const answer = run(text, values)
      underWay.add(answer)
      const done = () => void underWay.delete(answer)
      answer.then(done, done)
      return answer
    },
    end: async () => {
      if (underWay.size > 0) await Promise.allSettled(underWay)
      pipelining.pipeline = false
    },
  }
}
