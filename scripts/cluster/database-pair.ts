/** A primary and the standby that it waits for, as two servers on ports that stay theirs: killed, promoted, restored and made anew. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { appUser } from '@paywages/server/adapters/embedded-postgres/app-user.ts'
import { startEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import pg from 'pg'
import { copyRunning, follow, launch, replayTo, takePlace } from '../faults/cluster-copy.ts'
import { alive, until } from '../faults/entries.ts'
import { freePort } from '../free-port.ts'

type Node = { readonly folder: string; readonly url: string; readonly port: number; server: ChildProcess }

export class DatabasePair {
  #primary: Node
  #standby: Node
  readonly #home: string
  /** How the application connects to either. */
  readonly appUrls: readonly string[]

  private constructor(home: string, nodes: readonly [Node, Node], appUrls: readonly string[]) {
    this.#home = home
    this.#primary = nodes[0]
    this.#standby = nodes[1]
    this.appUrls = appUrls
  }

  static async open(folder: string): Promise<DatabasePair> {
    const embedded = await startEmbeddedPostgres({ folder })
    await migrate(embedded.url, { appUser })
    const { home, url, appUrl } = embedded
    await embedded.stop()
    const ports = [await freePort(), await freePort()] as const
    const at = (address: string, port: number) => Object.assign(new URL(address), { port: String(port) }).href
    const node = async (name: string, port: number): Promise<Node> => ({
      ...{ folder: join(home, name), url: at(url, port), port },
      server: await launch(join(home, name), port),
    })
    const primary = await node('cluster', ports[0])
    const standby: Node = {
      folder: join(home, 'second'),
      url: at(url, ports[1]),
      port: ports[1],
      server: primary.server,
    }
    const pair = new DatabasePair(
      home,
      [primary, standby],
      ports.map((port) => at(appUrl, port)),
    )
    await pair.#untilWritable()
    await pair.#makeStandby()
    return pair
  }

  /** The primary is killed, and the standby takes over with everything that was acknowledged. */
  async failOver(): Promise<void> {
    await end(this.#primary, 'SIGKILL')
    ;[this.#primary, this.#standby] = [this.#standby, this.#primary]
    await this.#ask('select pg_promote()')
    // As the operator of a cluster does: there is nobody to wait for until there is a standby again.
    await this.goOnAlone()
    await this.#untilWritable()
  }

  async killStandby(): Promise<void> {
    await end(this.#standby, 'SIGKILL')
  }

  /** The primary no longer waits for a standby. */
  async goOnAlone(): Promise<void> {
    await this.#ask(`alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()')
  }

  /** Makes a standby anew where there is none, and waits for it at every commit from then on. */
  async heal(): Promise<void> {
    if (!alive(this.#standby.server)) await this.#makeStandby()
  }

  /** A base backup from the running primary, and a name for this moment. */
  async backUp(point: string): Promise<void> {
    const copy = join(this.#home, 'backup')
    await rm(copy, { recursive: true, force: true })
    await copyRunning(this.#primary.url, this.#primary.folder, copy)
    await this.#ask(`select pg_create_restore_point('${point}')`)
  }

  /** Both servers end; the backup, replayed to that moment, is the primary from here on. */
  async restoreTo(point: string): Promise<void> {
    await end(this.#standby, 'SIGKILL')
    await end(this.#primary, 'SIGINT')
    const copy = join(this.#home, 'backup')
    await replayTo(point, this.#primary.folder, copy)
    await takePlace(copy, this.#primary.folder)
    this.#primary.server = await launch(this.#primary.folder, this.#primary.port)
    await this.#untilAnswers()
    await this.goOnAlone()
    await this.#untilWritable()
  }

  async close(): Promise<void> {
    await end(this.#standby, 'SIGKILL')
    await end(this.#primary, 'SIGKILL')
    if (this.#home.startsWith('/var/')) await rm(this.#home, { recursive: true, force: true })
  }

  async #makeStandby(): Promise<void> {
    const { folder, port } = this.#standby
    await rm(folder, { recursive: true, force: true })
    await copyRunning(this.#primary.url, this.#primary.folder, folder)
    await follow(folder, this.#primary.url)
    this.#standby.server = await launch(folder, port)
    await this.#ask(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
    await until('the standby is waited for', async () => {
      const [row] = await this.#ask<{ n: number }>(
        `select count(*)::int as n from pg_stat_replication where sync_state in ('sync', 'quorum')`,
      )
      return row?.n === 1
    })
  }

  #untilAnswers(): Promise<void> {
    return until('the primary answers', async () => (await this.#ask('select 1')).length === 1)
  }

  #untilWritable(): Promise<void> {
    return until('the primary can write', async () => {
      const [row] = await this.#ask<{ replays: boolean }>('select pg_is_in_recovery() as replays')
      return row?.replays === false
    })
  }

  async #ask<T>(...statements: string[]): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.#primary.url, application_name: 'operator' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      let rows: T[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows as T[]
      return rows
    } finally {
      await client.end()
    }
  }
}

async function end({ server }: Node, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (!alive(server)) return
  server.kill(signal)
  await once(server, 'exit')
}
