// A connection to PostgreSQL that finds the writable server by itself, and that no frozen server can hold for ever.

import type { Socket } from 'node:net'
import pg from 'pg'
import type { ServerChoice } from './choose-server.ts'
import { DatabaseUnavailable } from './explain-connection.ts'
import { cancelStatement, serverAnswers } from './server-answers.ts'
import { CONNECT_MS, KEEPALIVE_AFTER_MS } from './time-limits.ts'

export type Patience = {
  /** One statement may take so long. */
  readonly silenceMs: number
  /** After so long the server is asked whether it lives, and again and again. */
  readonly askAfterMs: number
}

export type GuardedClient = pg.Client & {
  patience: Patience
  /** While a COPY runs: another question would wait for rows that nobody takes meanwhile. */
  copying: boolean
  /** Part of an answer came: the server has its time again. */
  heard(): void
  /** Gives up what waits on this connection, and the connection with it. */
  hangUp(): void
}

type Insides = {
  readonly connection: NodeJS.EventEmitter & { readonly stream: Socket }
  readonly processID: number | null
  readonly secretKey: number | null
}

/** The class of all connections to one address, for pools that make their own. */
export function guardedClient(
  choice: ServerChoice,
  connectionString: string,
  usual: Patience,
): new (
  options?: pg.ClientConfig,
) => GuardedClient {
  return class extends pg.Client {
    patience = usual
    copying = false
    #askedAt = 0
    #timer: NodeJS.Timeout | undefined

    constructor(options: pg.ClientConfig = {}) {
      const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS }
      super({ connectionTimeoutMillis: CONNECT_MS, ...options, ...keepAlive, connectionString })
      // The next of several statements that were asked at once has its own time.
      this.#insides.connection.on('readyForQuery', () => this.#timer && this.#wait())
      this.on('drain', () => this.#rest())
      this.on('end', () => this.#rest())
    }

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg: a promise, or a callback.
    override connect(callback?: any): any {
      const connected = choice.choose().then(async (place) => {
        if (place) Object.assign(this, place)
        await super.connect()
        return this
      })
      connected.catch(() => choice.forget())
      if (callback === undefined) return connected
      connected.then(() => callback(undefined), callback)
    }

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed on as they are.
    override query(...asked: any[]): any {
      if (this.copying) throw new Error('nothing else may be asked until the rows of the copy are through')
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const answer = (super.query as any)(...asked)
      if (!this.#timer) this.#wait()
      return answer
    }

    heard(): void {
      if (this.#timer) this.#wait()
    }

    hangUp(): void {
      this.#end(new Error('left before the whole answer came'))
    }

    get #insides(): Insides {
      return this as unknown as Insides
    }

    #wait(): void {
      this.#askedAt = performance.now()
      this.#lookIn(Math.min(this.patience.askAfterMs, this.patience.silenceMs))
    }

    #rest(): void {
      clearTimeout(this.#timer)
      this.#timer = undefined
    }

    #lookIn(ms: number): void {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#look(), ms)
      this.#timer.unref()
    }

    async #look(): Promise<void> {
      const { silenceMs, askAfterMs } = this.patience
      const askedAt = this.#askedAt
      const leftMs = askedAt + silenceMs - performance.now()
      if (leftMs <= 0) return this.#drop('it took too long')
      const lives = await serverAnswers(this, Math.min(CONNECT_MS, askAfterMs * 10, leftMs))
      // Meanwhile the answer came.
      if (this.#timer === undefined || this.#askedAt !== askedAt) return
      if (!lives) return this.#drop('it does not answer')
      this.#lookIn(Math.min(askAfterMs, Math.max(0, askedAt + silenceMs - performance.now())))
    }

    /** Fails what waits on this connection, and tells a server that still lives to give the statement up. */
    #drop(why: string): void {
      choice.forget()
      this.#end(new DatabaseUnavailable(why))
    }

    #end(reason: Error): void {
      this.#rest()
      const { connection, processID, secretKey } = this.#insides
      if (processID !== null && secretKey !== null) cancelStatement(this, processID, secretKey, CONNECT_MS)
      connection.stream.destroy(reason)
    }
  } as never
}
