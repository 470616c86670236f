/** `npm run bring-back-audit -- "YOUR NAME" 202411`: an archived month of the audit log out of the file store into the database (ADR 153). */
import { isPart } from '@paywages/domain/audit-log/archived-part.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { bringBackPart } from '@paywages/server/audit-log/archive-part.ts'
import { withOwner } from './with-owner.ts'

await withOwner(async (services, owner) => {
  const [by, part] = process.argv.slice(2)
  if (!by || !part || !isPart(part))
    throw new StartProblem('Usage: npm run bring-back-audit -- "YOUR NAME" 202411 (or first)')
  const entries = await bringBackPart({ services, owner, by }, part)
  if (entries === undefined) throw new StartProblem(`The part ${part} is not archived.`)
  console.log(`${entries} entries of ${part} are back, each proved by its seal. The file stays where it is.`)
})
