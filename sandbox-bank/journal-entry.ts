// What one line of the journal says.

import type { KeptOrder, Step } from './transfer.ts'

/** An order and what was done with it stand in one line, so that a kill cannot come between the two. */
export type ReceivedEntry = { readonly entry: 'received'; readonly order: KeptOrder; readonly step: Step }

/** Time brought about the transfer's next step. */
export type MovedEntry = { readonly entry: 'moved'; readonly reference: string; readonly step: Step }

/** These events need no callback any more: the customer took them, or did not for a day. */
export type ClosedEntry = { readonly entry: 'delivered' | 'given-up'; readonly events: readonly number[] }

export type JournalEntry = ReceivedEntry | MovedEntry | ClosedEntry
