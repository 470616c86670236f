// Registers the people of accepted sheets with their provider, in the background (D26).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTACT_SEAL, FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { bindNames, type Registered, registerPeople } from '../freelancers/store.ts'
import {
  lockUnregisteredBatch,
  markRegistered,
  paidRows,
  rowsToRegister,
  storeNames,
} from './registration-store.ts'
import { rowRangeOf } from './row-range-store.ts'
import { openRow } from './seal-row.ts'

const PIECE = 1_000

/** Works through every batch not yet registered; any number of workers may call it at once. */
export async function registerWaitingPeople(services: Services): Promise<number> {
  let batches = 0
  while (await registerOne(services)) batches += 1
  return batches
}

async function registerOne(services: Services): Promise<boolean> {
  return services.database.transact(async (tx) => {
    const batch = await lockUnregisteredBatch(tx)
    if (batch) await register(services, tx, batch)
    return batch !== undefined
  })
}

/** One batch at once, for whoever cannot wait for the worker; a worker who has it in hand is waited for. */
export async function registerBatch(services: Services, tx: Tx, batchId: number): Promise<void> {
  const batch = await lockUnregisteredBatch(tx, batchId)
  if (batch) await register(services, tx, batch)
}

async function register(
  services: Services,
  tx: Tx,
  batch: NonNullable<Awaited<ReturnType<typeof lockUnregisteredBatch>>>,
): Promise<void> {
  const source = { at: batch.uploadedAt, accountId: batch.uploaderId, batchId: batch.batchId }
  let { first, last } = await rowRangeOf(tx, batch.batchId)
  for (;;) {
    const rows = await rowsToRegister(tx, batch.batchId, { first, last }, PIECE)
    if (rows.length === 0) break
    const people = new Map(rows.map((row) => [row.idHash, personOf(services.cipher, row)]))
    await registerPeople(tx, services.cipher, batch.providerId, [...people.values()], source)
    first = (rows.at(-1)?.rowId ?? last) + 1n
  }
  // Paid before it was registered: the name binds all the same (D26).
  await bindNames(tx, await paidRows(tx, batch.batchId))
  await storeNames(tx, batch.batchId)
  await markRegistered(tx, batch.batchId, services.clock.now())
}

function personOf(cipher: Cipher, row: Awaited<ReturnType<typeof rowsToRegister>>[number]): Registered {
  const { idCardNo, phone, cardNo } = openRow(cipher, row.sealed)
  const { idHash, name, phoneHash, cardHash, bank } = row
  return {
    idHash,
    name,
    phoneHash,
    cardHash,
    bank,
    sealedId: cipher.seal(idCardNo, FREELANCER_SEAL),
    sealedContact: cipher.sealFields({ phone, cardNo }, CONTACT_SEAL),
  }
}
