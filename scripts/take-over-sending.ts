// Names the database server of this installation as the one that sends, after another had taken its place (ADR 167).

import { takeOverSending } from '@paywages/server/transfers/take-over-sending.ts'
import { commandWords, usageOf } from './command-line.ts'
import { withServices } from './with-services.ts'

const FORM = { usage: 'take-over-sending -- "YOUR NAME" "WHY THIS SERVER SENDS"', words: 2 }
const [by, reason] = commandWords(FORM).words

await withServices(async (services) => {
  if (!by || !reason) {
    console.error(usageOf(FORM))
    process.exitCode = 1
    return
  }
  if (!(await takeOverSending(services, { by, reason }))) {
    console.error(
      'This database server was not superseded by another: there is nothing to take over. /ready says what else halts it.',
    )
    process.exitCode = 1
    return
  }
  const seconds = services.settings.takeOverMs / 1_000
  console.log(
    `Named. A worker waits ${seconds} seconds, compares with the bank’s record, and sends; the other database server sends no more.`,
  )
})
