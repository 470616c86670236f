/** `npm run bring-back-audit -- "YOUR NAME" 202411`: an archived month of the audit log out of the file store into the database (ADR 153). */
import { isPart } from '@paywages/domain/audit-log/archived-part.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { bringBackPart } from '@paywages/server/audit-log/archive-part.ts'
import { commandWords, usageOf } from './command-line.ts'
import { withOwner } from './with-owner.ts'

const FORM = { usage: 'bring-back-audit -- "YOUR NAME" 202411 (or first)', words: 2 }
const [by, part] = commandWords(FORM).words

await withOwner(async (services, owner) => {
  if (!by || !part || !isPart(part)) throw new StartProblem(usageOf(FORM))
  const entries = await bringBackPart({ services, owner, by }, part)
  if (entries === undefined) throw new StartProblem(`The part ${part} is not archived.`)
  console.log(`${entries} entries of ${part} are back, each proved by its seal. The file stays where it is.`)
})
