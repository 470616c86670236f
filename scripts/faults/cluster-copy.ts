/** Copies of the database's files, brought back as an administrator would: a restore to a point in time, older files, a standby promoted. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@paywages/server/adapters/embedded-postgres/binaries.ts'
import { environment } from '@paywages/server/adapters/embedded-postgres/cluster.ts'
import { serverArguments } from '@paywages/server/adapters/embedded-postgres/server-settings.ts'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import type { World } from './world.ts'

const run = promisify(execFile)

/** What is needed of a world here, whichever release it is of. */
export type DatabaseWorld = Pick<World, 'postgres' | 'query' | 'until' | 'replaceDatabase'>

const clusterOf = (world: DatabaseWorld) => join(world.postgres.home, 'cluster')
const copyOf = (world: DatabaseWorld) => join(world.postgres.home, 'copy')

/** A base backup of the running server, by the calls that pg_basebackup makes. */
export async function copyRunning(url: string, cluster: string, copy: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // As an archive would: without one, the next checkpoint may take away what is to be replayed.
    await client.query(`alter system set wal_keep_size = '1GB'`)
    await client.query('select pg_reload_conf()')
    await client.query(`select pg_backup_start('fault', true)`)
    // Files that go while they are copied come back out of the log.
    await run('cp', ['-a', cluster, copy]).catch(() => undefined)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    await writeAs(cluster, join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await rm(join(copy, 'postmaster.pid'), { force: true })
}

export async function backUpRunning(world: DatabaseWorld): Promise<string> {
  await copyRunning(world.postgres.url, clusterOf(world), copyOf(world))
  return copyOf(world)
}

/** A copy of the files of the stopped server, which is started again. */
export async function copyStopped(world: World): Promise<void> {
  await world.replaceDatabase(async (cluster) => {
    await run('cp', ['-a', cluster, copyOf(world)])
  })
}

/** The files as they were copied: neither identifier nor timeline of the server tells that commits are missing. */
export async function bringBackFiles(world: World): Promise<void> {
  await world.replaceDatabase((cluster) => takePlace(copyOf(world), cluster))
}

/** The base backup with the log replayed up to a restore point. */
export async function restoreTo(world: World, point: string): Promise<void> {
  await world.replaceDatabase(async (cluster) => {
    await replayTo(point, cluster, copyOf(world))
    await takePlace(copyOf(world), cluster)
  })
}

/** The copy takes the log of the stopped server and, started, replays it up to the restore point. */
export async function replayTo(point: string, stopped: string, copy: string): Promise<void> {
  await run('cp', ['-a', `${stopped}/pg_wal/.`, `${copy}/pg_wal/`])
  const settings = [`restore_command = 'false'`, `recovery_target_name = '${point}'`]
  await appendFile(
    join(copy, 'postgresql.auto.conf'),
    `${[...settings, `recovery_target_action = 'promote'`].join('\n')}\n`,
  )
  await writeAs(stopped, join(copy, 'recovery.signal'), '')
}

export async function takePlace(copy: string, cluster: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true })
  await rename(copy, cluster)
}

/** Of the user that the database runs as. */
async function writeAs(like: string, path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(like)
  await writeFile(path, text, { mode: 0o600 })
  await chown(path, uid, gid)
}

export type Standby = {
  /** From here on it hears nothing from the primary. */
  cutOff(): Promise<void>
  /** It takes over in the primary's place, which is killed. */
  promote(): Promise<void>
  /** It takes over while the primary goes on; how the application connects to it. */
  promoteBeside(): Promise<string>
  /** Once it was promoted beside the primary: that one is killed, and its place taken. */
  takePlace(): Promise<void>
}

/** A standby that streams without being waited for. */
export async function startStandby(world: DatabaseWorld): Promise<Standby> {
  const copy = await backUpRunning(world)
  await follow(copy, world.postgres.url)
  const port = await freePort()
  const server = await launch(copy, port)
  const url = new URL(world.postgres.url)
  url.port = String(port)
  const ask = async <T>(statement: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(statement)).rows as T[]
    } finally {
      await client.end()
    }
  }
  const [at] = await world.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await world.until('the standby has caught up', async () => {
    const [row] = await ask<{ there: boolean }>(
      `select pg_last_wal_replay_lsn() >= '${at?.lsn}'::pg_lsn as there`,
    )
    return row?.there === true
  })
  const takeOver = () =>
    world.replaceDatabase(async (cluster) => {
      server.kill('SIGINT')
      await once(server, 'exit')
      await takePlace(copy, cluster)
    }, 'SIGKILL')
  return {
    cutOff: async () => {
      await ask(`alter system set primary_conninfo = ''`)
      await ask('select pg_reload_conf()')
      await world.until(
        'the standby hears nothing',
        async () => (await ask('select 1 from pg_stat_wal_receiver')).length === 0,
      )
    },
    promote: async () => {
      await ask('select pg_promote()')
      await takeOver()
    },
    promoteBeside: async () => {
      await ask('select pg_promote()')
      const appUrl = new URL(world.postgres.appUrl)
      appUrl.port = String(port)
      return appUrl.href
    },
    takePlace: takeOver,
  }
}

/** The copy becomes a standby of the server at that address. */
export async function follow(copy: string, primaryUrl: string): Promise<void> {
  const { port, username, password } = new URL(primaryUrl)
  const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`
  // The point of an earlier restore would end the standby when it is promoted.
  const settings = `primary_conninfo = '${conninfo}'\nrecovery_target_name = ''\n`
  await appendFile(join(copy, 'postgresql.auto.conf'), settings)
  await writeAs(copy, join(copy, 'standby.signal'), '')
}

export async function launch(folder: string, port: number): Promise<ChildProcess> {
  const { uid, gid } = await stat(folder)
  const user = process.getuid?.() === 0 ? { uid, gid } : undefined
  const native = await findBinaries(user, () => undefined)
  const args = ['-D', folder, ...serverArguments(port, false)]
  return spawn(join(native, 'bin', 'postgres'), args, {
    ...user,
    cwd: '/',
    env: environment,
    stdio: 'ignore',
  })
}
