// Changes a provider's terms as they were proposed and confirmed (D47); they apply to batches uploaded later.

import { changedFacts, recordEntryAs } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { concernedOf } from '../proposals/store.ts'
import { readTerms, type StoredTerms, storedTerms, termFacts } from './guarded-terms.ts'
import { findProvider, openParticulars, updateProvider } from './store.ts'

export const carryOutTerms: CarryOut = async (tx, services, proposal, carrier) => {
  const { providerId, proposalId } = proposal
  const change = proposal.change as { from: StoredTerms; to: StoredTerms }
  const [from, to] = [readTerms(change.from), readTerms(change.to)]
  const provider = await findProvider(tx, providerId, 'lock')
  if (!provider || JSON.stringify(storedTerms(provider)) !== JSON.stringify(storedTerms(from))) return false
  const terms = { ...provider, ...openParticulars(services.cipher, provider), ...to }
  await updateProvider(tx, services.cipher, providerId, terms)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'update-provider',
    object: { kind: 'provider', id: providerId, name: provider.name },
    providerId,
    ...changedFacts(termFacts(from), termFacts(to)),
  })
  const told = (await concernedOf(tx, providerId)).filter(
    (accountId) => accountId !== carrier.writer.accountId && accountId !== proposal.proposedBy,
  )
  const notice = {
    kind: 'terms-changed',
    about: provider.name,
    byName: carrier.names,
    proposalId,
    at: carrier.at,
  } as const
  await insertNotices(tx, told, notice)
  return true
}
