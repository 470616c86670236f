// Reads an uploaded statement in a thread of its own, within limits of memory and time (D32).

import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import { askThread } from './ask-thread.ts'
import type { ReadStatement } from './parse-bank-statement.ts'
import { PDF_LIMITS, type PdfLimits } from './pdf-limits.ts'
import type { StatementRequest } from './statement-messages.ts'

export type ReadStatementOptions = {
  readonly signal?: AbortSignal
  readonly limits?: Partial<PdfLimits>
  readonly layouts?: readonly StatementLayout[]
}

const THREAD = new URL('./statement-worker.ts', import.meta.url)

/** Throws PdfRefused for anything that is not a statement read to its end. */
export async function readStatement(
  file: SealedCopy,
  { signal, limits: changed, layouts = [] }: ReadStatementOptions = {},
): Promise<ReadStatement> {
  const limits: PdfLimits = { ...PDF_LIMITS, ...changed }
  const request: StatementRequest = { file, limits, layouts }
  return askThread({ thread: THREAD, request, limits, signal })
}
