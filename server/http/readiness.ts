// THE list of what a process must have to serve, and of what it only tells about: `/ready` is made of it.

import { explainConnection } from '../adapters/postgres/explain-connection.ts'
import type { Services } from '../app-services.ts'
import { type Check, type CheckReport, watchChecks } from './watched-checks.ts'

export type Readiness = { draining: boolean }

export function readinessChecks({ database, files }: Services): readonly Check[] {
  return [
    {
      name: 'database',
      required: true,
      run: () =>
        database.requireWritable().catch((error: unknown) => {
          throw new Error(explainConnection(error))
        }),
    },
    // Whoever needs a file is told so; everything else works on.
    { name: 'files', required: false, run: () => files.check() },
  ]
}

export function watchReadiness(
  services: Services,
  readiness: Readiness,
  checks: readonly Check[] = readinessChecks(services),
): () => Promise<CheckReport> {
  const report = watchChecks(checks, services.log)
  return async () => {
    const { ready, checks, reasons } = await report()
    const accepting = !readiness.draining
    const unfit = services.schema.problem()
    return {
      ready: ready && accepting && unfit === undefined,
      checks: { accepting, schema: unfit === undefined, ...checks },
      reasons: { ...(unfit === undefined ? {} : { schema: unfit }), ...reasons },
    }
  }
}
