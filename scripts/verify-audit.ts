// Verifies the audit log: recomputes its chain and holds it against the anchors; exits 1 on any fault.

import { verifyChain } from '@paywages/server/audit-log/verify-chain.ts'
import { commandWords } from './command-line.ts'
import { withServices } from './with-services.ts'

commandWords({ usage: 'verify-audit' })

await withServices(async (services) => {
  const report = await verifyChain(services)
  console.log(
    `${report.seals} seals over ${report.entries} entries, ${report.unsealed} entries not sealed yet, ${report.anchors} anchors.`,
  )
  if (report.archived > 0) console.log(`${report.archived} parts of the log were read out of the file store.`)
  for (const fault of report.faults) console.error(`FAULT: ${fault}`)
  console.log(
    report.faults.length === 0 ? 'The audit log is whole.' : 'The audit log was tampered with or damaged.',
  )
  if (report.faults.length > 0) process.exitCode = 1
})
