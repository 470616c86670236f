// What the calls about signing and personal contracts carry.

import {
  CONTRACT_STATES,
  SIGNING_EVIDENCE,
  SIGNING_FLAGS,
} from '@paywages/domain/signing/personal-contract.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { id, instant, shown } from '../values.ts'

/** 0 待签署, 1 已签署, 2 已过期, 3 已撤销, 4 已锁定, 5 已终止. */
export const contractStateCode = z.codec(z.number().int().min(0).max(5), z.enum(CONTRACT_STATES), {
  decode: (code) => CONTRACT_STATES[code] ?? 'invited',
  encode: (state) => CONTRACT_STATES.indexOf(state),
})

/** One invitation and what it came to; the contract's own fields where one was signed. */
export const personalContractShape = shape({
  ...same({ linkId: id, contractId: id.nullable(), contractNo: shown }),
  state: at('contractStatus', contractStateCode),
  userId: at('uid', id),
  name: at('uname', shown),
  idCardNo: at('ucardid', shown),
  phone: at('uphone', shown),
  ...same({ providerId: id, providerName: shown }),
  invitedAt: at('inviteTime', instant),
  invitedBy: at('inviteName', shown),
  expiresAt: at('expireTime', instant),
  openedAt: at('openTime', instant.nullable()),
  signedAt: at('signTime', instant.nullable()),
  textVersion: at('textVersion', shown),
  fileUrl: at('fileUrl', shown),
  digest: at('digest', shown),
  address: at('signAddress', shown),
  device: at('signDevice', shown),
  flags: at('flags', z.array(z.enum(SIGNING_FLAGS))),
  /** Null where nothing is signed, or was before it was recorded. */
  evidence: at('evidence', z.enum(SIGNING_EVIDENCE).nullable()),
  checkedAt: at('checkTime', instant.nullable()),
  checkedBy: at('checkName', shown),
  checkNote: at('checkNote', shown),
  /** When, by whom and why it was revoked or ended. */
  endedAt: at('endTime', instant.nullable()),
  endedBy: at('endName', shown),
  endReason: at('endReason', shown),
  notice: at('smsStatus', z.enum(['none', 'waiting', 'sent', 'failed'])),
})
export type PersonalContract = z.output<typeof personalContractShape>

export const linkShape = shape(same({ linkId: id, url: shown, expiresAt: instant }))
export type ShownLink = z.output<typeof linkShape>

/** A text to read, with its fields filled in: the same words as on the paper. */
export const readingShape = shape({
  ...same({ title: shown, version: shown }),
  clauses: at('clauses', z.array(shape(same({ heading: shown, paragraphs: z.array(shown) })))),
})
export type Reading = z.output<typeof readingShape>

/** What anyone who has the link may know: whom it is from and how long it holds, nothing of the person. */
export const openedLinkShape = shape({
  ...same({ providerName: shown, plat: z.union([z.literal(1), z.literal(2)]), brandName: shown }),
  expiresAt: at('expireTime', instant),
  codeRequired: at('codeRequired', z.boolean()),
})
export type OpenedLink = z.output<typeof openedLinkShape>

export const signerShape = shape({
  session: at('session', shown),
  sessionUntil: at('sessionUntil', instant),
  name: at('uname', shown),
  /** What was photographed before the page was closed need not be photographed again. */
  ...same({ hasFront: z.boolean(), hasBack: z.boolean() }),
  contract: at('contract', readingShape),
  notice: at('notice', readingShape),
})
export type Signer = z.output<typeof signerShape>

export const signedShape = shape({
  ...same({ contractNo: shown, digest: shown }),
  signedAt: at('signTime', instant),
})
export type Signed = z.output<typeof signedShape>
