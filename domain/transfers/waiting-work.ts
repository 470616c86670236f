// What more workers would be of use for: the transfers that workers send, not those that wait for the bank or for people.

import type { TransferState } from './transfer-state.ts'

const SENT_BY_WORKERS: ReadonlySet<string> = new Set<TransferState>(['reserved', 'sending'])

export function waitingWork(states: readonly { readonly state: string; readonly count: number }[]): number {
  return states.reduce((sum, { state, count }) => (SENT_BY_WORKERS.has(state) ? sum + count : sum), 0)
}
