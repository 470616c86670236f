// Everything that is sealed under a secret key, of all slices: what a rotation goes through (ADR 87).

import { ACCOUNT_PHONE_SEALS } from '../accounts/phone-store.ts'
import { countByKey, resealPiece, type SealedColumns } from '../adapters/postgres/sealed-column.ts'
import { PAYING_ACCOUNT_SEALS, STARTED_ACCOUNT_SEALS } from '../bank-files/account-store.ts'
import { LINE_SEALS } from '../bank-statements/store.ts'
import { TOTP_SEALS } from '../factors/store.ts'
import { fileUses, resealFiles, resealOthers, storedUses } from '../files/reseal-files.ts'
import { CHANGE_SEALS } from '../freelancers/contact-store.ts'
import { CONTACT_SEALS, PERSON_SEALS } from '../freelancers/store.ts'
import type { ResealTarget } from '../keys/reseal.ts'
import { LIMIT_SEALS } from '../limits/store.ts'
import { dataKeyUses, rewrapDataKeys } from '../payouts/rewrap-keys.ts'
import { PROVIDER_SEALS } from '../providers/store.ts'
import { CREDIT_SEALS } from '../recharges/credit-store.ts'
import { RECHARGE_SEALS } from '../recharges/store.ts'
import { CONTRACT_SEALS, LINK_SEALS } from '../signing/reseal-signing.ts'

const PIECE = 200

const columns = (sealed: SealedColumns): ResealTarget => ({
  name: sealed.name,
  renew: ({ database, cipher }, after) =>
    database.transact((tx) => resealPiece(tx, cipher, sealed, PIECE, after)),
  uses: ({ database }) => database.query((tx) => countByKey(tx, sealed)),
})

const ROWS: readonly ResealTarget[] = [
  columns(PROVIDER_SEALS),
  columns(ACCOUNT_PHONE_SEALS),
  columns(TOTP_SEALS),
  columns(PAYING_ACCOUNT_SEALS),
  columns(STARTED_ACCOUNT_SEALS),
  columns(LIMIT_SEALS),
  { name: 'data keys of batches', renew: rewrapDataKeys, uses: dataKeyUses },
  columns(PERSON_SEALS),
  columns(CONTACT_SEALS),
  columns(CHANGE_SEALS),
  columns(RECHARGE_SEALS),
  columns(CREDIT_SEALS),
  columns(LINE_SEALS),
  columns(LINK_SEALS),
  columns(CONTRACT_SEALS),
]

export const RESEAL_TARGETS: readonly ResealTarget[] = [
  ...ROWS,
  { name: 'files', renew: resealFiles, uses: fileUses },
  { name: 'anchors', renew: resealOthers, uses: (services) => storedUses(services, 'others') },
]

/** For the proof every file's own header is read. */
export const PROVED_TARGETS: readonly ResealTarget[] = [
  ...ROWS,
  { name: 'files and anchors', renew: resealFiles, uses: (services) => storedUses(services, 'all') },
]
