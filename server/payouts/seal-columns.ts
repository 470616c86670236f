// The seal of a payout row as a query gives it.

import { sql } from 'kysely'

/** Of the row `r`, in either form, as `openRow` takes it. */
export const SEALED = sql<string>`(select sealed_value(r.batch_id, r.row_number, r.sealed, r.seal, k.data_key, k.data_key_id)
  from payout_batches k where k.batch_id = r.batch_id)`
