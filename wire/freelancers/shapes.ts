// What the calls about freelancers carry.

import { isIdCardNo } from '@paywages/domain/identity/id-card.ts'
import { cleanName, isPersonName } from '@paywages/domain/identity/person-name.ts'
import { isMobile } from '@paywages/domain/identity/phone.ts'
import { SIGNING_EVIDENCE } from '@paywages/domain/signing/personal-contract.ts'
import { SIGNING_STATES } from '@paywages/domain/signing/signing-link.ts'
import { z } from 'zod'
import { batchId, rowId } from '../payouts/shapes.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, instant, shown, text, yuan } from '../values.ts'
import { freelancerTexts as texts } from './messages.ts'

export const personName = text({ required: texts.nameMissing, max: 60 })
  .overwrite(cleanName)
  .refine(isPersonName, texts.nameWrong)
export const personIdCardNo = z
  .string({ error: texts.idMissing })
  .trim()
  .toUpperCase()
  .min(1, texts.idMissing)
  .refine(isIdCardNo, texts.idWrong)
export const personPhone = z
  .string({ error: texts.phoneMissing })
  .trim()
  .min(1, texts.phoneMissing)
  .refine(isMobile, texts.phoneWrong)

export const signingStateCode = z.enum(SIGNING_STATES)

/** A row of the list: one person, however many companies of the scope know them. */
export const freelancerShape = shape({
  userId: at('uid', id),
  idCardNo: at('ucardid', shown),
  name: at('uname', shown),
  phone: at('uphone', shown),
  platformName: at('uprovider', shown),
  lastPaidAt: at('utime', instant.nullable()),
  signed: at('ustatus', flag),
  ...same({ signState: signingStateCode, providerName: shown, providerNum: z.number() }),
})
export type Freelancer = z.output<typeof freelancerShape>

/** One succeeded payout of a person. */
export const personPaymentShape = shape({
  rowId: at('uid', rowId),
  idCardNo: at('ucardid', shown),
  month: at('umonth', shown),
  paidAt: at('utime', instant),
  amountFen: at('umoney', yuan()),
  taxProof: at('upayment', shown),
  invoiceNo: at('uinvoice', shown),
  taxFen: at('utax', yuan()),
  ...same({ providerName: shown, batchNo: shown }),
})
export type PersonPayment = z.output<typeof personPaymentShape>

const monthShape = shape({
  month: at('month', shown),
  amountFen: at('money', yuan()),
  taxFen: at('tax', yuan()),
  /** As of a payout, of all of the month; empty where nothing was paid. */
  taxProof: at('payment', shown),
})

const limitShape = shape({
  limitFen: at('monthLimit', yuan()),
  paidFen: at('monthPaid', yuan()),
  /** In flight, and waiting in live batches. */
  openFen: at('monthOpen', yuan()),
  leftFen: at('monthLeft', yuan()),
})

/** Of one company, or everywhere. */
const restrictionShape = shape({
  ...same({ everywhere: flag, providerName: shown }),
  addedBy: at('createName', shown),
  addedAt: at('createTime', instant),
})

const openLinkShape = shape(
  same({ linkId: id, createdAt: instant, expiresAt: instant, openedAt: instant.nullable() }),
)

const contractShape = shape({
  ...same({ contractId: id, contractNo: shown, textVersion: shown, signedAt: instant }),
  fileUrl: at('fileUrl', shown),
  evidence: at('evidence', z.enum(SIGNING_EVIDENCE).nullable()),
})

/** Everything about one person as one company knows them; across companies where none is named. */
export const personDetailShape = shape({
  userId: at('uid', id),
  name: at('uname', shown),
  idCardNo: at('ucardid', shown),
  phone: at('uphone', shown),
  cardNo: at('ubankcard', shown),
  bank: at('ubankaddress', shown),
  platformName: at('uplatform', shown),
  signed: at('ustatus', flag),
  signedAt: at('utime', instant.nullable()),
  frontUrl: at('idcardforeurl', shown),
  backUrl: at('idcardbackurl', shown),
  signatureUrl: at('signurl', shown),
  incomeFen: at('totalIncome', yuan()),
  taxFen: at('totalTax', yuan()),
  ...same({
    providerId: id,
    providerName: shown,
    providers: z.array(shape(same({ providerId: id, providerName: shown }))),
    signState: signingStateCode,
    nameBound: flag,
    lastPaidAt: instant.nullable(),
    imagesDeletedAt: instant.nullable(),
    limit: limitShape,
    restriction: restrictionShape.nullable(),
    openLink: openLinkShape.nullable(),
    contract: contractShape.nullable(),
    months: z.array(monthShape),
  }),
})
export type PersonDetail = z.output<typeof personDetailShape>

export const contactChangeShape = shape({
  changedAt: at('changeTime', instant),
  source: at('source', z.enum(['sheet', 'console'])),
  ...same({ phoneChanged: flag, cardChanged: flag }),
  phoneBefore: at('oldPhone', shown),
  phoneAfter: at('newPhone', shown),
  cardBefore: at('oldBankcard', shown),
  cardAfter: at('newBankcard', shown),
  bankAfter: at('ubank', shown),
  by: at('opName', shown),
  batchId: at('opId', batchId.nullable()),
  ...same({ batchNo: shown, providerName: shown }),
  fileName: at('excelName', shown),
})
export type ContactChange = z.output<typeof contactChangeShape>

/** What became of inviting people; the link itself only where it was one person. */
export const invitationShape = shape({
  invited: at('invitedNum', z.number()),
  alreadySigned: at('signedNum', z.number()),
  link: at('link', shape(same({ linkId: id, url: shown, expiresAt: instant })).nullable()),
  /** Links go to the phones of their people alone, and are not shown. */
  byMessage: at('bySms', flag),
})
export type Invitation = z.output<typeof invitationShape>

export const newPersonShape = shape({
  name: at('userName', personName),
  idCardNo: at('cardid', personIdCardNo),
  phone: at('phone', personPhone),
})

export const badPersonShape = shape({
  rowNumber: at('id', z.number()),
  name: at('userName', shown),
  idCardNo: at('cardid', shown),
  phone: at('phone', shown),
  reason: at('reason', shown),
})
export type BadPerson = z.output<typeof badPersonShape>

/** All or nothing, as with payout sheets (D14): one bad person and nobody is registered. */
export const registrationShape = shape({
  added: at('sucNum', z.number()),
  failed: at('failNum', z.number()),
  bad: at('failVOs', z.array(badPersonShape)),
  invitation: at('invitation', invitationShape.nullable()),
})
export type Registration = z.output<typeof registrationShape>
