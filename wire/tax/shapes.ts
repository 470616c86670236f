// Tax proofs, tax certificates, filings and calculations as they travel (spec §3, D28, D31).

import { FILING_WAYS } from '@paywages/domain/tax/correction-filing.ts'
import { GAP_RULES } from '@paywages/domain/tax/gap-rule.ts'
import { INCOME_KINDS } from '@paywages/domain/tax/layout-fields.ts'
import { PROOF_STATUSES } from '@paywages/domain/tax/proof-status.ts'
import { VAT_BEARERS } from '@paywages/domain/tax/vat-bearer.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { flag, id, instant, openWord, rate, shown, yuan } from '../values.ts'
import { taxTexts as texts } from './refusals.ts'

/** The spec's numbers are the places in the list. */
export const proofStatus = z.codec(
  z.literal([0, 1, 2, 3], { error: texts.statusWrong }),
  z.enum(PROOF_STATUSES),
  {
    decode: (number) => PROOF_STATUSES[number],
    encode: (status) => PROOF_STATUSES.indexOf(status) as 0 | 1 | 2 | 3,
  },
)

const fileShape = shape({
  fileId: at('fileId', z.uuid()),
  fileName: at('fileName', shown),
  url: at('filePath', shown),
  size: at('fileSize', z.number()),
})

const proofFields = {
  ...same({ taxId: id, providerId: id, providerName: shown }),
  month: at('taxMonth', shown),
  taxFen: at('totalTaxAmount', yuan()),
  incomeFen: at('totalIncome', yuan()),
  peopleCount: at('peopleNum', z.number()),
  status: at('taxStatus', proofStatus),
  closedAt: at('generateTime', instant),
  uploadedAt: at('taxUploadTime', instant.nullable()),
  fileId: at('fileId', z.uuid().nullable()),
  file: at('fileEntity', fileShape.nullable()),
  /** Of the last rejection, while it stands. */
  reason: at('rejectReason', shown),
}
export const proofShape = shape(proofFields)
export type TaxProof = z.output<typeof proofShape>

const proofEventShape = shape({
  kind: at('kind', openWord(['closed', 'uploaded', 'rejected'])),
  at: at('time', instant),
  byName: at('accountName', shown),
  reason: at('reason', shown),
  file: at('fileEntity', fileShape.nullable()),
})

export const proofDetailShape = shape({
  ...proofFields,
  /** Payouts of the month that were still at the bank when it was closed. */
  openCount: at('openNum', z.number()),
  openFen: at('openMoney', yuan()),
  /** Of other months' payouts that this period corrects. */
  correctedCount: at('correctNum', z.number()),
  correctedIncomeFen: at('correctMoney', yuan()),
  correctedTaxFen: at('correctTax', yuan()),
  /** The ledger's own sum of the same payouts; equal, or something is wrong. */
  ledgerTaxFen: at('ledgerTax', yuan()),
  history: at('history', z.array(proofEventShape)),
})
export type TaxProofDetail = z.output<typeof proofDetailShape>

export const monthsToProveShape = shape({
  ...same({ providerId: id, providerName: shown }),
  /** Whether it withholds now, and so needs proofs. */
  withholds: at('withholds', z.boolean()),
  months: at('months', z.array(shown)),
})
export type MonthsToProve = z.output<typeof monthsToProveShape>

export const statementShape = shape({
  statementId: at('statementId', z.number()),
  statementNo: at('statementNo', shown),
  ...same({ providerId: id, providerName: shown }),
  month: at('taxMonth', shown),
  name: at('uname', shown),
  /** Masked: lists never show a number in full (D33). */
  idCardNo: at('ucardid', shown),
  incomeFen: at('umoney', yuan()),
  taxFen: at('utax', yuan()),
  generatedAt: at('generateTime', instant),
  /** Of the provider's proof of this month; null where it withholds nothing and needs none. */
  proofStatus: at('taxStatus', proofStatus.nullable()),
})
export type TaxCertificate = z.output<typeof statementShape>

/** What a filing pack of a month would hold. */
export const filingShape = shape({
  ...same({ providerId: id, providerName: shown }),
  month: at('month', shown),
  closed: at('closed', z.boolean()),
  peopleCount: at('peopleNum', z.number()),
  incomeFen: at('totalIncome', yuan()),
  taxFen: at('totalTaxAmount', yuan()),
  correctedCount: at('correctNum', z.number()),
  openCount: at('openNum', z.number()),
  openFen: at('openMoney', yuan()),
  /** Only providers that withhold declare. */
  withholds: at('withholds', z.boolean()),
  /** The ledger's own sum; equal, or something is wrong. */
  ledgerTaxFen: at('ledgerTax', yuan()),
  /** Old months that a closed month corrects and for which the way of filing is to be chosen. */
  openChoiceCount: at('choiceNum', z.number()),
})
export type Filing = z.output<typeof filingShape>

/** Of all providers of the month, not of one page of them. */
export const filingTotalsShape = shape({
  closedCount: at('closedNum', z.number()),
  /** Whoever was paid by two providers counts twice. */
  peopleCount: at('peopleNum', z.number()),
  incomeFen: at('totalIncome', yuan()),
  taxFen: at('totalTaxAmount', yuan()),
  openCount: at('openNum', z.number()),
  openFen: at('openMoney', yuan()),
  /** Providers whose tax is not the ledger's. */
  untiedCount: at('untiedNum', z.number()),
})
export type FilingTotals = z.output<typeof filingTotalsShape>

const correctedPersonShape = shape({
  name: at('uname', shown),
  /** Masked: lists never show a number in full (D33). */
  idCardNo: at('ucardid', shown),
  count: at('num', z.number()),
  incomeFen: at('umoney', yuan()),
  taxFen: at('utax', yuan()),
})

/** What a closed month corrects of one older month, and how that was filed. */
export const taxCorrectionShape = shape({
  correctedMonth: at('correctMonth', shown),
  count: at('num', z.number()),
  peopleCount: at('peopleNum', z.number()),
  incomeFen: at('umoney', yuan()),
  taxFen: at('utax', yuan()),
  /** Those with the largest differences; the declaration has all. */
  people: at('people', z.array(correctedPersonShape)),
  way: at('way', z.enum(FILING_WAYS).nullable()),
  /** Empty where it was filed before there was a choice. */
  byName: at('accountName', shown),
  filedAt: at('time', instant.nullable()),
  /** The earlier month whose corrections are to be chosen first. */
  waitsFor: at('waitMonth', shown),
  /** The import files of the tax client that the corrected month has, by how its payouts were taxed. */
  importKinds: at('importKinds', z.array(z.enum(INCOME_KINDS))),
  /** Whose income the period would have below zero with them, the first by name: they go onto the old month. */
  belowZeroCount: at('belowZeroNum', z.number()),
  belowZero: at('belowZeroNames', z.array(shown)),
})
export type TaxCorrection = z.output<typeof taxCorrectionShape>

/** Paid near the VAT threshold, or above it, by the providers in scope together in one month. */
export const highEarnerShape = shape({
  userId: at('uid', id.nullable()),
  name: at('uname', shown),
  idCardNo: at('ucardid', shown),
  incomeFen: at('umoney', yuan()),
  /** Of it, what the bank has not answered yet. */
  openFen: at('openMoney', yuan()),
  standing: at('standing', z.enum(['above', 'near'])),
  /** Up to the threshold; below zero by what is beyond it. */
  leftFen: at('leftMoney', yuan()),
  providers: at('providers', z.array(shape(same({ providerName: shown, money: yuan() })))),
})
export type HighEarner = z.output<typeof highEarnerShape>

/** The VAT threshold of the month and the line from which people are listed. */
export const vatThresholdShape = shape({
  thresholdFen: at('threshold', yuan()),
  watchFen: at('watchLine', yuan()),
  lastDay: at('lastDay', shown),
  /** The last day has passed and no newer rule is known. */
  lapsed: at('lapsed', z.boolean()),
  aboveCount: at('aboveNum', z.number()),
})
export type VatThresholdOfMonth = z.output<typeof vatThresholdShape>

const traceLineShape = shape(same({ label: shown, value: shown }))

/** What a payment makes of the person's month above the VAT threshold. */
const calculatorVatShape = shape({
  monthFen: at('monthMoney', yuan()),
  thresholdFen: at('threshold', yuan()),
  vatFen: at('vat', yuan()),
  surchargesFen: at('surcharges', yuan()),
  totalFen: at('totalVat', yuan()),
  bearer: at('vatBearer', z.enum(VAT_BEARERS)),
  /** Of this payment, where the person bears it. */
  withheldFen: at('withheldVat', yuan()),
  /** Whether the sum is of all companies of the platform, or only of what was typed. */
  wholePlatform: at('wholePlatform', z.boolean()),
  trace: at('trace', z.array(traceLineShape)),
  /** How what is withheld of this payment comes about. */
  withheldTrace: at('withheldTrace', z.array(traceLineShape)),
})

export const calculatorResultShape = shape({
  grossFen: at('umoney', yuan()),
  taxFen: at('personalTax', yuan()),
  netFen: at('netMoney', yuan()),
  feeFen: at('serviceFee', yuan()),
  totalFen: at('totalMoney', yuan()),
  /** What the tax calculator went by. */
  serviceRate: at('serviceRate', rate()),
  day: at('day', shown),
  /** False where no gross gives the wanted net to the fen. */
  exact: at('exact', z.boolean()),
  trace: at('trace', z.array(traceLineShape)),
  /** Null where the month stays at or below the threshold. */
  vat: at('vat', calculatorVatShape.nullable()),
  /** What the tax calculator took as paid before, by month. */
  history: at(
    'history',
    z.array(
      shape({
        month: at('month', shown),
        incomeFen: at('money', yuan()),
        withheldFen: at('tax', yuan()),
        exemptFen: at('exemptMoney', yuan()),
        otherDeductionFen: at('otherDeduction', yuan()),
        reliefFen: at('taxRelief', yuan()),
      }),
    ),
  ),
})
export type CalculatorResult = z.output<typeof calculatorResultShape>

/** What a provider's payouts would be calculated by now. */
export const calculatorTermsShape = shape({
  ...same({ providerId: id, providerName: shown }),
  serviceRate: at('serviceRate', rate()),
  withholdsTax: at('isPersonalTax', flag),
  method: at('taxMethod', z.enum(['cumulative', 'per-payment'])),
  gapRule: at('gapRule', z.enum(GAP_RULES)),
})
export type CalculatorTerms = z.output<typeof calculatorTermsShape>
