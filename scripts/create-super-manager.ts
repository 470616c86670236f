// Creates the two super managers of an installation, one a run (D36, D47): npm run create-super-manager -- ACCOUNT "NAME" "COMPANY" "PLATFORM" [--replaces DISABLED-ACCOUNT].

import { randomBytes } from 'node:crypto'
import { passwordWeakness } from '@paywages/domain/accounts/password-strength.ts'
import {
  type KnownSuperManager,
  type PlaceRefusal,
  validatePlace,
} from '@paywages/domain/accounts/super-manager-places.ts'
import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import { insertAccount, makeSuperManager } from '@paywages/server/accounts/store.ts'
import { passwordDigest } from '@paywages/server/adapters/passwords/password-digest.ts'
import { hashPassword } from '@paywages/server/adapters/passwords/password-hash.ts'
import type { Tx } from '@paywages/server/adapters/postgres/database.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { recordAnonymousEntry } from '@paywages/server/audit-log/record-entry.ts'
import { insertPlatform, insertProvider, linkPlatforms } from '@paywages/server/providers/store.ts'
import { sql } from 'kysely'
import { commandWords, usageOf } from './command-line.ts'
import { withServices } from './with-services.ts'

const PROBLEMS: Readonly<Record<PlaceRefusal, string>> = {
  'already-one': 'That account is a super manager already; the second one is another person.',
  'no-such-leaver': 'The account to be replaced is no super manager.',
  'leaver-enabled': 'The account to be replaced is enabled: whoever leaves is disabled in the console first.',
  'leaver-replaced': 'Somebody stands in for that account already.',
  'two-already':
    'There are two super managers already; further ones are made by nobody. For one who left and is disabled, name that account with --replaces.',
}

const FORM = {
  usage:
    'create-super-manager -- ACCOUNT "REAL NAME" "COMPANY" "PLATFORM" [--replaces=DISABLED-ACCOUNT]; FIRST_PASSWORD may be set, else one is made.',
  options: ['replaces'],
  words: 4,
}
const given = commandWords(FORM)
const [account, realName, company, platform] = given.words
const replaces = given.options.get('replaces')

await withServices(async (services) => {
  if (!account || !realName || !company || !platform) {
    throw new StartProblem(usageOf(FORM))
  }
  const given = process.env.FIRST_PASSWORD
  if (given && passwordWeakness(given, account))
    throw new StartProblem(
      'FIRST_PASSWORD needs 8 characters and three of: upper case, lower case, digit, sign; neither the account\u2019s name nor a common password.',
    )
  const password = given ?? `${randomBytes(9).toString('base64url')}Aa1!`
  const passwordHash = await hashPassword(passwordDigest(password))
  const at = services.clock.now()
  const known = await services.database.transact(async (tx) => {
    // Two of these commands at once must not both find the database empty.
    await sql`lock table accounts in exclusive mode`.execute(tx)
    const there = await knownSuperManagers(tx)
    const refusal = validatePlace(there, account, replaces)
    if (refusal !== undefined) throw new StartProblem(PROBLEMS[refusal])
    const terms = {
      name: company,
      serviceRate: 0,
      monthlyLimitFen: MONTHLY_LIMIT_DEFAULT_FEN,
      bankAccountName: '',
      taxpayerId: '',
      contactUser: realName,
      address: '',
      withholdsTax: false,
      taxMethod: 'cumulative',
      basicInfoFiledOn: '',
      gapRule: DEFAULT_GAP_RULE,
      vatBearer: DEFAULT_VAT_BEARER,
      unsignedBlocks: false,
      bankAccount: '',
      phone: '',
    } as const
    const place = await placeNamed(tx, company, platform)
    const platformId = place?.platformId ?? (await insertPlatform(tx, platform, at))
    const providerId = place?.providerId ?? (await insertProvider(tx, services.cipher, terms, at))
    if (place === undefined) await linkPlatforms(tx, providerId, [platformId])
    const rights = { payRight: false, checkRight: false, appLoginRight: false, manager: true }
    const accountId = await insertAccount(tx, {
      account,
      realName,
      passwordHash,
      providerId,
      platformId,
      serviceName: '',
      at,
      ...rights,
    })
    await makeSuperManager(tx, accountId)
    const origin = { at, address: 'local command', requestId: 'create-super-manager', hostname: '' }
    await recordAnonymousEntry(tx, origin, {
      action: 'add-account',
      object: { kind: 'account', id: accountId, name: account },
      providerId,
      after: { superManager: true, ...(replaces === undefined ? {} : { replaces }) },
    })
    return there.length
  })
  console.log(
    `Super manager ${account} is ready. It must change its password at first login${given ? '.' : `: ${password}`}`,
  )
  if (known === 0)
    console.log(
      'Production needs two: run this once more for another person, with the same company and platform.',
    )
})

/** Who stands in for whom is written down with the account that was added. */
async function knownSuperManagers(tx: Tx): Promise<KnownSuperManager[]> {
  const { rows } = await sql<KnownSuperManager>`
    select a.account, a.enabled, exists (select from audit_entries e
      where e.action = 'add-account' and lower(e.after->>'replaces') = lower(a.account)) as replaced
    from accounts a where a.super_manager`.execute(tx)
  return rows
}

/** The company of the first super manager may be the second one's, too. */
async function placeNamed(tx: Tx, company: string, platform: string) {
  const { rows } = await sql<{ providerId: number; platformId: number }>`
    select p.provider_id as "providerId", f.platform_id as "platformId" from providers p
    join provider_platforms using (provider_id) join platforms f using (platform_id)
    where p.name = ${company} and f.name = ${platform}`.execute(tx)
  return rows[0]
}
