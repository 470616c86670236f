// Sorted pages of people and accounts against the default order of the same list.

import { type AccountSort, listAccounts } from '@paywages/server/accounts/store.ts'
import { countPeople, findPeople } from '@paywages/server/freelancers/list-store.ts'
import { openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, type Finding, printTable, withTimes } from './print-table.ts'
import { sized, told } from './size.ts'
import { storePeople } from './stored-flow.ts'

const PEOPLE = sized(1_000_000)
const ACCOUNTS = 2_000
const RUNS = 20

const bench = await openBenchServices()
const { database } = bench.services
const { providerId } = bench.payer.person
const scope = { of: 'provider', providerId } as const
try {
  await storePeople(bench, PEOPLE)
  await storeAccounts()
  printTable([...(await people()), ...(await accounts())])
} finally {
  await bench.close()
}

/** As many as the largest platform has, all of the payer's company. */
async function storeAccounts(): Promise<void> {
  await database.pool.query(
    `insert into accounts (account, real_name, password_hash, provider_id, platform_id, created_at)
    select 'bench' || n, 'Name ' || md5(n::text), a.password_hash, a.provider_id, a.platform_id, now()
    from accounts a, generate_series(1, $2::int) n where a.account_id = $1`,
    [bench.payer.person.accountId, ACCOUNTS],
  )
  await database.pool.query('analyze accounts')
}

async function people(): Promise<Finding[]> {
  const filter = { scope, now: new Date() }
  const page = (oldestFirst: boolean, offset: number) => () =>
    database.read(async (tx) => {
      await countPeople(tx, filter)
      return findPeople(tx, filter, { limit: 10, offset, oldestFirst })
    })
  const findings: Finding[] = []
  for (const offset of [0, 10_000])
    findings.push(
      compared(
        `people, the oldest first, after ${told(offset)}`,
        await inTurns(page(false, offset), page(true, offset), RUNS),
      ),
    )
  return findings
}

async function accounts(): Promise<Finding[]> {
  const page = (sort?: AccountSort) => () =>
    database.read((tx) => listAccounts(tx, scope, {}, { index: 0, size: 10 }, sort))
  const findings: Finding[] = []
  for (const by of ['account', 'realName', 'enabled'] as const)
    findings.push(compared(`accounts by ${by}`, await inTurns(page(), page({ by, descending: true }), RUNS)))
  return findings
}

function compared(what: string, [before, after]: readonly [number, number]): Finding {
  return withTimes(atMost(`${what} against the default order`, after / before, 2), before, after)
}
