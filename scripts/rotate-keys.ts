// Shows how far a rotation of keys is, or retires an older key once nothing uses it (ADR 87).

import type { Retirement } from '@paywages/domain/keys/key-life.ts'
import { usesOf } from '@paywages/server/keys/reseal.ts'
import { retireKey } from '@paywages/server/keys/retire-key.ts'
import { readKeys } from '@paywages/server/keys/store.ts'
import { PROVED_TARGETS, RESEAL_TARGETS } from '@paywages/server/processes/reseal-targets.ts'
import { commandWords } from './command-line.ts'
import { withServices } from './with-services.ts'

const { options } = commandWords({ usage: 'rotate-keys -- [--retire=KEYID]', options: ['retire'] })

await withServices(async (services) => {
  const retire = options.get('retire')
  if (retire !== undefined) {
    const verdict = await retireKey(services, PROVED_TARGETS, retire)
    if (!verdict.may) {
      console.error(refusalOf(retire, verdict))
      process.exitCode = 1
      return
    }
    console.log(
      `The key ${retire} is retired: nothing lies under it. Take it out of SECRET_KEY_OLD, and keep it with the backups that are older than this moment.`,
    )
    return
  }
  const known = await services.database.query((tx) => readKeys(tx))
  const uses = await usesOf(services, RESEAL_TARGETS)
  for (const { keyId, retired, hashes } of known) {
    const state = retired ? 'retired' : keyId === services.keys.currentId ? 'SECRET_KEY' : 'older'
    console.log(`${keyId}  ${state}${hashes ? ', lookup hashes are made with what is kept of it' : ''}`)
    for (const { what, byKey } of uses) {
      const count = byKey.get(keyId) ?? 0
      if (count > 0) console.log(`  ${what}: ${count}`)
    }
  }
  const unknown = uses.flatMap(({ what, byKey }) =>
    byKey.has('unknown') ? [`${what}: ${byKey.get('unknown')}`] : [],
  )
  if (unknown.length > 0) console.log(`not looked at yet\n  ${unknown.join('\n  ')}`)
})

function refusalOf(keyId: string, verdict: Exclude<Retirement, { may: true }>): string {
  switch (verdict.why) {
    case 'unknown':
      return `The database was never written with a key ${keyId}; npm run rotate-keys lists those it knows.`
    case 'retired':
      return `The key ${keyId} is retired already.`
    case 'newest':
      return `The key ${keyId} is the newest; only older ones can be retired.`
    case 'written-with':
      return `The key ${keyId} is not retired: ${verdict.processes.join(', ')} seals under it. Restart with the new SECRET_KEY, and wait a minute.`
    case 'in-use':
      return `The key ${keyId} is not retired: it is used by ${verdict.uses.map(({ what, count }) => `${what} (${count})`).join(', ')}. Let a worker run, and see npm run rotate-keys.`
  }
}
