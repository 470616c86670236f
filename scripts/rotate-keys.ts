// Seals all personal data anew under the current SECRET_KEY; run it after moving the old one to SECRET_KEY_OLD.

import { resealProviders } from '@paywages/server/providers/store.ts'
import { withHouse } from './with-house.ts'

await withHouse(async (house) => {
  const providers = await house.database.transact((tx) => resealProviders(tx, house.cipher))
  console.log(`Sealed anew under key ${house.keys.currentId}: ${providers} providers.`)
  console.log('Keep the old key in SECRET_KEY_OLD as long as the audit log made with it is to be verified.')
})
