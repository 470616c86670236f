// Seals all personal data again under the current SECRET_KEY; run it after moving the old one to SECRET_KEY_OLD.

import { resealPayingAccounts } from '@paywages/server/bank-files/account-store.ts'
import { resealLines } from '@paywages/server/bank-statements/store.ts'
import { resealTotps } from '@paywages/server/factors/store.ts'
import { resealPeople } from '@paywages/server/freelancers/store.ts'
import { resealLimitUsers } from '@paywages/server/limits/store.ts'
import { resealRows } from '@paywages/server/payouts/reseal-rows.ts'
import { resealProviders } from '@paywages/server/providers/store.ts'
import { resealCredits } from '@paywages/server/recharges/credit-store.ts'
import { resealRecharges } from '@paywages/server/recharges/store.ts'
import { resealContracts, resealLinks } from '@paywages/server/signing/reseal-signing.ts'
import { fixOrders, ordersHold } from '@paywages/server/transfers/approved-orders.ts'
import { withServices } from './with-services.ts'

const PIECE = 1_000

await withServices(async (services) => {
  const { database, cipher } = services
  const providers = await database.transact((tx) => resealProviders(tx, cipher))
  const limitUsers = await database.transact((tx) => resealLimitUsers(tx, cipher))
  let payingAccounts = 0
  for (let piece = 1; piece > 0; payingAccounts += piece)
    piece = await database.transact((tx) => resealPayingAccounts(tx, cipher, PIECE))
  const totps = await database.transact((tx) => resealTotps(tx, cipher))
  let people = 0
  for (let piece = 1; piece > 0; people += piece)
    piece = await database.transact((tx) => resealPeople(tx, cipher, PIECE))
  let recharges = 0
  for (let piece = 1; piece > 0; recharges += piece)
    piece = await database.transact((tx) => resealRecharges(tx, cipher, PIECE))
  let credits = 0
  for (let piece = 1; piece > 0; credits += piece)
    piece = await database.transact((tx) => resealCredits(tx, cipher, PIECE))
  let lines = 0
  for (let piece = 1; piece > 0; lines += piece)
    piece = await database.transact((tx) => resealLines(tx, cipher, PIECE))
  let links = 0
  for (let piece = 1; piece > 0; links += piece)
    piece = await database.transact((tx) => resealLinks(tx, cipher, PIECE))
  let contracts = 0
  for (let piece = 1; piece > 0; contracts += piece)
    piece = await database.transact((tx) => resealContracts(tx, cipher, PIECE))
  const { rows, leftAlone } = await resealRows(services, { hold: ordersHold, fix: fixOrders })
  console.log(
    `Sealed anew under key ${services.keys.currentId}: ${providers} providers, ${payingAccounts} paying accounts, ${totps} one-time secrets, ${limitUsers} restricted people, ${people} entries of freelancers, ${recharges} recharges, ${credits} credits, ${lines} statement lines, ${links} signing links, ${contracts} personal contracts, ${rows} payout rows.`,
  )
  if (leftAlone.length > 0)
    console.error(`Left alone, because they differ from what was approved: batches ${leftAlone.join(', ')}.`)
  console.log(
    'Keep the old key in SECRET_KEY_OLD as long as files and audit entries made with it are to be read.',
  )
})
