// Makes the PDF of a signing: its number, its words, the drawn signature, and a digest over everything that was signed (D27).

import { createHash } from 'node:crypto'
import { shanghaiMinute, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { maskAddress } from '@paywages/domain/personal/mask-address.ts'
import type { SigningEvidence } from '@paywages/domain/signing/personal-contract.ts'
import type { Signature } from '@paywages/domain/signing/signature.ts'
import { fillIn } from '../adapters/pdf-writer/published-text.ts'
import { writePdf } from '../adapters/pdf-writer/write-pdf.ts'
import { filled, type SigningTexts, type TextFields } from './contract-text.ts'
import { signatureSvg } from './draw-signature.ts'

export type ContractPdfDraft = {
  readonly number: string
  readonly texts: SigningTexts
  readonly fields: TextFields
  readonly signature: Signature
  readonly signatureSha256: string
  readonly frontSha256: string
  readonly backSha256: string
  readonly invitedAt: Date
  readonly signedAt: Date
  readonly address: string
  readonly evidence: SigningEvidence
}

/** Whoever holds the contract's record and its files can count it again. */
export function contractDigest(
  draft: Omit<ContractPdfDraft, 'signature' | 'invitedAt' | 'address' | 'evidence'>,
): string {
  const { number, texts, fields } = draft
  const content = [
    ['number', number],
    ['contract', texts.contract.version, texts.contract.digest],
    ['notice', texts.notice.version, texts.notice.digest],
    ['provider', fields.providerName, fields.taxpayerId, fields.monthlyLimit],
    ['person', fields.name, fields.idCardNo, fields.phone],
    ['front', draft.frontSha256],
    ['back', draft.backSha256],
    ['signature', draft.signatureSha256],
    ['time', draft.signedAt.toISOString()],
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

const CHECKS: Readonly<Record<SigningEvidence, string>> = {
  code: '姓名、身份证号后六位与短信验证码',
  link: '姓名与身份证号后六位',
  'shown-link': '姓名与身份证号后六位（签约链接曾向邀请人显示，未经短信验证，证据效力较弱）',
}
const PHOTOS = '身份证人像面、国徽面照片'

export async function makeContract(draft: ContractPdfDraft): Promise<{ pdf: Buffer; digest: string }> {
  const { texts, fields } = draft
  const { contract, notice } = texts
  const digest = contractDigest(draft)
  const pdf = await writePdf(contract.template, {
    title: contract.title,
    number: draft.number,
    version: contract.version,
    parties: contract.parties.map(({ heading, lines }) => ({
      heading,
      lines: lines.map(([label, value]) => [label, fillIn(value, fields)]),
    })),
    preamble: fillIn(contract.preamble, fields),
    clauses: filled(contract, fields),
    providerName: fields.providerName,
    name: fields.name,
    signature: signatureSvg(draft.signature),
    invitedAt: shanghaiMinute(draft.invitedAt),
    signedAt: shanghaiSecond(draft.signedAt),
    checks: `${CHECKS[draft.evidence]}；${PHOTOS}`,
    address: maskAddress(draft.address),
    noticeTitle: notice.title,
    noticeVersion: notice.version,
    digest: digest.match(/.{4}/g)?.join(' ') ?? '',
  })
  return { pdf, digest }
}
