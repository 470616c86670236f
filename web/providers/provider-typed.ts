// What stands in the provider form.

import type { FiledOn } from '@paywages/domain/tax/cumulative-eligibility.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'

/** Rates and amounts as typed; the wire's codecs turn them into what the product stores. */
export type ProviderFormValues = {
  name: string
  platformIds: number[]
  serviceRate: number
  monthlyLimitFen: number
  bankAccountName: string
  bankAccount: string
  taxpayerId: string
  contactUser: string
  phone: string
  address: string
  withholdsTax: boolean
  taxMethod: 'cumulative' | 'per-payment'
  basicInfoFiledOn: FiledOn
  gapRule: GapRule
  vatBearer: VatBearer
  unsignedBlocks: boolean
}
