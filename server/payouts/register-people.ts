// Registers the people of accepted sheets with their provider, in the background (D26).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTACT_SEAL, FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { bindNames, type Registered, registerPeople } from '../freelancers/store.ts'
import type { House } from '../house.ts'
import {
  markRegistered,
  paidRows,
  rememberNames,
  rowsToRegister,
  takeUnregistered,
} from './registration-store.ts'
import { openRow } from './seal-row.ts'

const PIECE = 1_000

/** Works through every batch not yet registered; any number of workers may call it at once. */
export async function registerWaitingPeople(house: House): Promise<number> {
  let batches = 0
  while (await registerOne(house)) batches += 1
  return batches
}

async function registerOne(house: House): Promise<boolean> {
  return house.database.transact(async (tx) => {
    const batch = await takeUnregistered(tx)
    if (batch) await register(house, tx, batch)
    return batch !== undefined
  })
}

/** One batch at once, for whoever cannot wait for the worker; a worker who has it in hand is waited for. */
export async function registerBatch(house: House, tx: Tx, batchId: number): Promise<void> {
  const batch = await takeUnregistered(tx, batchId)
  if (batch) await register(house, tx, batch)
}

async function register(
  house: House,
  tx: Tx,
  batch: NonNullable<Awaited<ReturnType<typeof takeUnregistered>>>,
): Promise<void> {
  const source = { at: batch.uploadedAt, accountId: batch.uploaderId, batchId: batch.batchId }
  let last = 0
  for (;;) {
    const rows = await rowsToRegister(tx, batch.batchId, last, PIECE)
    if (rows.length === 0) break
    const people = new Map(rows.map((row) => [row.idHash, personOf(house.cipher, row)]))
    await registerPeople(tx, house.cipher, batch.providerId, [...people.values()], source)
    last = rows.at(-1)?.rowNumber ?? last
  }
  // Paid before it was registered: the name binds all the same (D26).
  await bindNames(tx, await paidRows(tx, batch.batchId))
  await rememberNames(tx, batch.batchId)
  await markRegistered(tx, batch.batchId, house.clock.now())
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
