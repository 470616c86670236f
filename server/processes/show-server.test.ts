// What the metrics tell about the database server, and the user that the compose file makes there.

import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { RELEASE } from '../adapters/postgres/release.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { KillableApi } from '../testing/killable-api.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { showServer } from './show-server.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

it('shows schema, standbys, connections and the file store', async () => {
  services.metrics.replicationLagSeconds.set({ standby: 'gone' }, 5)
  await showServer(services)
  const { body } = await services.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(body).toContain(`paywages_schema_migration ${RELEASE}`)
  expect(body).toMatch(/^paywages_standbys 0$/m)
  expect(body).not.toContain('standby="gone"')
  for (const state of ['open', 'used', 'idle', 'waiting'])
    expect(body).toMatch(new RegExp(`^paywages_database_connections\\{state="${state}"\\} \\d`, 'm'))
  expect(body).toContain('# TYPE paywages_file_store_seconds histogram')
})

it('tells of the database where no worker runs: what nobody proved, backed up or sends', async () => {
  const api = await KillableApi.start(services)
  try {
    await vi.waitFor(
      async () => {
        const told = await (await fetch(`${api.address}/metrics`)).text()
        expect(told).toMatch(/^paywages_invariants_age_seconds \+Inf$/m)
        expect(told).toMatch(/^paywages_recovery_age_seconds\{kind="base"\} \+Inf$/m)
        expect(told).toMatch(/^paywages_files_check_age_seconds \+Inf$/m)
        expect(told).toMatch(/^paywages_transfers_waiting 0$/m)
        expect(told).toMatch(new RegExp(`^paywages_schema_migration ${RELEASE}$`, 'm'))
      },
      { timeout: 60_000 },
    )
  } finally {
    await api.kill()
  }
})

const hasPsql = spawnSync('psql', ['--version']).status === 0

it.runIf(hasPsql)('the script of the compose file makes a user who may log in and owns nothing', async () => {
  const owner = new URL(services.home.ownerUrl)
  const user = `app_${owner.pathname.slice(1).replace(/\W/g, '').slice(-20).toLowerCase()}`
  const file = join(services.settings.dataDir, 'app-password')
  writeFileSync(file, "it's \\odd\n")
  try {
    execFileSync(join(import.meta.dirname, '../../deploy/postgres/create-app-user.sh'), {
      env: {
        ...bareEnvironment,
        PGHOST: owner.hostname,
        PGPORT: owner.port,
        PGPASSWORD: decodeURIComponent(owner.password),
        POSTGRES_USER: decodeURIComponent(owner.username),
        POSTGRES_DB: owner.pathname.slice(1),
        APP_USER: user,
        APP_PASSWORD_FILE: file,
      },
      stdio: 'pipe',
    })
    const rights = 'rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls'
    expect(await services.query(`select ${rights} from pg_roles where rolname = $1`, [user])).toEqual([
      {
        rolcanlogin: true,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ])
  } finally {
    await services.query(`drop role if exists ${user}`)
  }
})
