// Who the two sides of a contract are, as fields of its text: in full on the paper, masked on the phone.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { maskIdCardNo, maskPhone } from '@paywages/domain/personal/mask.ts'
import type { Origin } from '../actor.ts'
import { CONTACT_SEAL, FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import type { TextFields } from './contract-text.ts'
import { findSigner, type LinkRecord, type SignerRecord } from './session-store.ts'

export type Parties = {
  readonly signer: SignerRecord
  readonly paper: TextFields
  readonly shown: TextFields
}

const BLANK = '—'
const QUERY_SENDER = '请联系向您发送签约链接的工作人员。'

export async function findParties(
  tx: Tx,
  services: Services,
  origin: Origin,
  link: LinkRecord,
  lock?: 'lock',
): Promise<Parties> {
  const signer = await findSigner(tx, link, lock)
  const provider = await findProvider(tx, link.providerId)
  if (!signer || !provider) throw new Refused('link-unknown')
  const { phone = '' } = services.cipher.openFields(signer.sealedContact, CONTACT_SEAL)
  const idCardNo = services.cipher.open(signer.sealedId, FREELANCER_SEAL)
  const contact = [
    provider.contactUser && `联系人：${provider.contactUser}`,
    provider.address && `地址：${provider.address}`,
  ]
  const paper = {
    providerName: provider.bankAccountName || provider.name,
    taxpayerId: provider.taxpayerId || BLANK,
    name: signer.name,
    idCardNo,
    phone,
    monthlyLimit: formatYuanGrouped(provider.monthlyLimitFen),
    brandName: services.brands.brand(brandOf(services, origin, link)).name,
    contact: contact.filter((part) => part !== '').join('；') || QUERY_SENDER,
  }
  // Whoever holds the link and knows six characters of the number has not shown that they know the rest.
  return { signer, paper, shown: { ...paper, idCardNo: maskIdCardNo(idCardNo), phone: maskPhone(phone) } }
}

/** That under which the person was invited, else that of the address (D12). */
export function brandOf(services: Services, origin: Origin, link: Pick<LinkRecord, 'brand'>): 1 | 2 {
  return link.brand ?? services.brands.choose(undefined, origin.hostname)
}
