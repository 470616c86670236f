// Reads a statement that lies in the file store, and says in the caller's words why it cannot be read.

import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { ReadStatement } from '../adapters/pdf/parse-bank-statement.ts'
import { PdfRefused } from '../adapters/pdf/pdf-refused.ts'
import { readStatement } from '../adapters/pdf/read-bank-statement.ts'
import type { Services } from '../app-services.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { Refused } from '../refused.ts'

/** Given up when the signal says so. */
export function readStored(
  services: Services,
  storeKey: string,
  signal: AbortSignal,
  layouts: readonly StatementLayout[],
): Promise<ReadStatement> {
  return withLocalCopy(services, storeKey, (copy) => readStatement(copy, { signal, layouts })).catch(
    inCallersWords,
  )
}

function inCallersWords(error: unknown): never {
  throw error instanceof PdfRefused ? new Refused(error.code, error.detail) : error
}
