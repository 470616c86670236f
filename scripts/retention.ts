// Tells what personal data would be erased on a day and what is kept back, or takes the day's look at once (ADR 146).

import { isDay, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { eraseDue } from '@paywages/server/retention/erase-due.ts'
import type { Examined } from '@paywages/server/retention/examine.ts'
import { namedProviders } from '@paywages/server/retention/period-store.ts'
import { type PreviewPosition, previewPiece } from '@paywages/server/retention/preview.ts'
import { commandWords } from './command-line.ts'
import { withServices } from './with-services.ts'

const { options, flags } = commandWords({
  usage: 'retention -- [--dry-run] [--day=2029-12-31] [--list]',
  flags: ['dry-run', 'list'],
  options: ['day'],
})

await withServices(async (services) => {
  if (flags.has('dry-run')) return tell(services)
  if (options.has('day') || flags.has('list'))
    throw new StartProblem('--day= and --list go with --dry-run: what is erased is always what is due today.')
  const done = await eraseDue(services)
  console.log(
    done === undefined
      ? 'Nothing was done: a worker has taken today’s look, or the database was restored and is yet to be compared with the bank’s record.'
      : `${done.erased} erased, ${done.blocked} kept back although their time has come; npm run retention -- --dry-run says why.`,
  )
})

async function tell(services: Services): Promise<void> {
  const day = options.get('day') ?? shanghaiDay(services.clock.now())
  if (!isDay(day)) throw new StartProblem(`--day=${day} is no day; write it as 2029-12-31.`)
  const listed = flags.has('list')
  console.log(`What would be erased on ${day}; nothing is changed.`)
  let told = false
  for (const { providerId, name } of await services.database.query((tx) => namedProviders(tx))) {
    const counts = new Map<string, number>()
    for await (const one of examined(services, providerId, day)) {
      const what = `${one.kind}: ${one.verdict.state === 'blocked' ? `kept back, ${one.verdict.block}` : 'due'}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
      if (listed) console.log(`  provider ${providerId} ${what}, ${one.id}, since ${one.verdict.from}`)
    }
    if (counts.size === 0) continue
    told = true
    console.log(`provider ${providerId} ${name}`)
    for (const [what, count] of [...counts].sort()) console.log(`  ${what}: ${count}`)
  }
  if (!told) console.log('Nothing: no personal data has reached its time.')
}

async function* examined(services: Services, providerId: number, day: string): AsyncGenerator<Examined> {
  for (let at: PreviewPosition | undefined = { of: 'people', after: 0 }; at !== undefined; ) {
    const from: PreviewPosition = at
    const { found, next } = await services.database.query((tx) => previewPiece(tx, { providerId, day }, from))
    yield* found
    at = next
  }
}
