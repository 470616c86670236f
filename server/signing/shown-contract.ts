// A personal contract as the console shows it: numbers masked on pages, in full in exports (D33).

import { maskIdCardNo, maskPhone } from '@paywages/domain/personal/mask.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTACT_SEAL, CONTRACT_SEAL, FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { ContractRecord } from './contract-list-store.ts'

export type PersonNumbers = { readonly idCardNo: string; readonly phone: string }

/** As they were signed; else as the provider knows them today. */
export function numbersOf(cipher: Cipher, record: ContractRecord): PersonNumbers {
  const { sealedPerson, sealedContact, sealedId } = record
  const { phone = '', idCardNo = cipher.open(sealedId, FREELANCER_SEAL) } =
    sealedPerson === null
      ? cipher.openFields(sealedContact, CONTACT_SEAL)
      : cipher.openFields(sealedPerson, CONTRACT_SEAL)
  return { idCardNo, phone }
}

/** Without a gateway an invitation was sent nowhere that its person looks, whatever became of the message. */
export function shownContract(cipher: Cipher, record: ContractRecord, gateway: boolean): PersonalContract {
  const { sealedPerson: _, sealedContact: __, sealedId: ___, pdfFileId, ...shown } = record
  const { idCardNo, phone } = numbersOf(cipher, record)
  return {
    ...shown,
    idCardNo: maskIdCardNo(idCardNo),
    phone: phone === '' ? '' : maskPhone(phone),
    fileUrl: pdfFileId === null ? '' : fileUrlOf(pdfFileId),
    notice: gateway ? record.notice : 'none',
  }
}
