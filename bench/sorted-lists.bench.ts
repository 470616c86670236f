// Sorted pages of people, accounts, contracts and tax proofs against the default order of the same list.

import { type AccountSort, listAccounts } from '@paywages/server/accounts/store.ts'
import {
  type ContractSort,
  listContracts,
} from '@paywages/server/enterprise-contracts/contract-list-store.ts'
import { countPeople, findPeople } from '@paywages/server/freelancers/list-store.ts'
import { listProofs, type ProofSort } from '@paywages/server/tax/provider-proofs/proof-list-store.ts'
import { openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, type Finding, printTable, withTimes } from './print-table.ts'
import { sized, told } from './size.ts'
import { storePeople } from './stored-flow.ts'

const PEOPLE = sized(1_000_000)
const ACCOUNTS = 2_000
const CONTRACTS = 2_000
const COMPANIES = 500
const MONTHS = 24
const RUNS = 20

const bench = await openBenchServices()
const { database } = bench.services
const { providerId } = bench.payer.person
const scope = { of: 'provider', providerId } as const
/** Contracts and proofs are many for those only who see all companies. */
const everything = { of: 'everything' } as const
const FIRST = { index: 0, size: 10 }
try {
  await storePeople(bench, PEOPLE)
  await storeAccounts()
  await storePapers()
  printTable([...(await people()), ...(await accounts()), ...(await contracts()), ...(await proofs())])
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

/** A contract for each account, and two years of proofs for each company, a third of them uploaded. */
async function storePapers(): Promise<void> {
  const { pool } = database
  const { accountId } = bench.payer.person
  await pool.query(
    `insert into enterprise_contracts (contract_no, name, provider_id, status, service_rate, brand, generated_at, generated_by, begin_day, end_day)
    select 'HT' || lpad(n::text, 10, '0'), 'Contract ' || n, $1, case when n % 3 = 0 then 'terminated' else 'expired' end, 65000, 1, now(), $2,
      date '2020-01-01' + n % 700, date '2022-01-01' + n % 500 from generate_series(1, $3::int) n`,
    [providerId, accountId, CONTRACTS],
  )
  const { rows } = await pool.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
    where table_name = 'providers' and column_name not in ('provider_id', 'name') and is_generated = 'NEVER'`,
  )
  const list = rows[0]?.list ?? ''
  await pool.query(
    `insert into providers (name, ${list}) select 'Company ' || n, ${list} from providers, generate_series(1, $2::int) n where provider_id = $1`,
    [providerId, COMPANIES],
  )
  await pool.query(
    `insert into files (file_id, store_key, kind, name, content, size_bytes, sha256, uploader_id, state, uploaded_at)
    values (gen_random_uuid(), 'bench', 'tax-proof', 'proof.pdf', 'pdf', 1, 'none', $1, 'stored', now())`,
    [accountId],
  )
  await pool.query(
    `insert into tax_periods (provider_id, month, payer_name, taxpayer_id, income_fen, tax_fen, people_count, open_count, open_fen, withholds,
      status, closed_at, file_id, uploaded_at)
    select p.provider_id, to_char(date '2024-11-01' + n * interval '1 month', 'YYYY-MM'), p.name, '', 1000000,
      (p.provider_id * 7919 + n * 104729) % 1000000, 10, 0, 0, true,
      case when n % 3 = 0 then 'uploaded' else 'pending' end, now(), case when n % 3 = 0 then f.file_id end,
      case when n % 3 = 0 then now() - (p.provider_id * 31 + n) % 9973 * interval '1 minute' end
    from providers p, generate_series(0, $1::int - 1) n, (select file_id from files limit 1) f where p.name like 'Company %'`,
    [MONTHS],
  )
  await pool.query('vacuum analyze enterprise_contracts, tax_periods, providers, files')
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
  const page = (sort?: AccountSort) => () => database.read((tx) => listAccounts(tx, scope, {}, FIRST, sort))
  const findings: Finding[] = []
  for (const by of ['account', 'realName', 'enabled'] as const)
    findings.push(compared(`accounts by ${by}`, await inTurns(page(), page({ by, descending: true }), RUNS)))
  return findings
}

async function contracts(): Promise<Finding[]> {
  const page = (sort?: ContractSort) => () =>
    database.read((tx) => listContracts(tx, { scope: everything, today: '2026-11-18' }, FIRST, sort))
  const findings: Finding[] = []
  for (const by of ['contractNo', 'beginDay', 'endDay', 'status'] as const)
    findings.push(
      compared(
        `${told(CONTRACTS)} contracts by ${by}`,
        await inTurns(page(), page({ by, descending: true }), RUNS),
      ),
    )
  return findings
}

async function proofs(): Promise<Finding[]> {
  const page = (sort?: ProofSort) => () =>
    database.read((tx) => listProofs(tx, { scope: everything }, FIRST, sort))
  const findings: Finding[] = []
  for (const by of ['month', 'taxFen', 'uploadedAt', 'status'] as const)
    findings.push(
      compared(
        `${told(COMPANIES * MONTHS)} proofs by ${by}`,
        await inTurns(page(), page({ by, descending: true }), RUNS),
      ),
    )
  return findings
}

function compared(what: string, [before, after]: readonly [number, number]): Finding {
  return withTimes(atMost(`${what} against the default order`, after / before, 2), before, after)
}
