// One person in full, with a page of what they were paid; every look stands in the audit log (D33).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { addMonths, type Month, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { leftBelowLimit } from '@paywages/domain/limits/monthly-limit.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { isPaid, type ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type { PersonDetail, PersonPayment } from '@paywages/wire/freelancers/shapes.ts'
import type { Page } from '@paywages/wire/paging.ts'
import type { Actor } from '../actor.ts'
import { FREELANCER_SEAL, ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { TAX_NOT_PROVEN, TAX_NOT_WITHHELD, TAX_PARTLY_PROVEN, TAX_PROVEN } from './labels.ts'
import {
  listPayments,
  type MonthSum,
  monthSoFar,
  type PaidTo,
  type PaymentRecord,
  sumMonths,
  sumPayments,
} from './payment-store.ts'
import { type ContractInForce, findContract, findRestriction } from './person-status-store.ts'
import { findPersonId, type KnownPerson, knownPersonsOf } from './person-store.ts'
import { joined, stateAmong, stateWith } from './shown-people.ts'
import { contactIn } from './store.ts'

const MONTHS_SHOWN = 6

export async function readPerson(
  services: Services,
  by: Actor,
  input: { readonly who: string; readonly providerId?: number | undefined },
  page: Page,
): Promise<{ rows: PersonPayment[]; count: number; beside: { person: PersonDetail } }> {
  const { cipher } = services
  const scope = scopeOf(by.person)
  return services.database.transact(async (tx) => {
    const userId = await findPersonId(tx, cipher, scope, input.who)
    if (userId === undefined) throw new Refused('not-found')
    const everyone = await knownPersonsOf(tx, { scope }, [userId])
    const among = everyone.filter(({ providerId }) => (input.providerId ?? providerId) === providerId)
    const [shown] = among
    if (shown === undefined) throw new Refused('not-found')
    const idCardNo = cipher.open(shown.sealedId, FREELANCER_SEAL)
    const of: PaidTo = {
      scope,
      providerId: input.providerId,
      idHashes: cipher.lookupHashes(idCardNo, ID_CARD_NO),
    }
    const { count, ...sums } = await sumPayments(tx, of)
    const person: PersonDetail = {
      userId,
      idCardNo,
      name: shown.name,
      nameBound: shown.nameBound,
      ...contactIn(cipher, shown.sealedContact),
      bank: shown.bank,
      providerId: shown.providerId,
      providerName: shown.providerName,
      platformName: joined(among.flatMap(({ platformNames }) => platformNames)),
      providers: everyone.map(({ providerId, providerName }) => ({ providerId, providerName })),
      ...sums,
      ...(await signingOf(tx, among, by.at)),
      limit: await limitOf(tx, shown.providerId, of.idHashes, by.at),
      restriction: (await findRestriction(tx, of)) ?? null,
      months: await monthsOf(tx, of, by.at),
    }
    const rows = await listPayments(tx, of, page)
    await recordEntry(tx, by, {
      action: 'read-personal-data',
      object: { kind: 'freelancer', id: userId, name: shown.name },
      providerId: shown.providerId,
    })
    return { rows: rows.map((row) => shownPayment(row, idCardNo)), count, beside: { person } }
  })
}

function shownPayment({ proofStatus, withholds, ...row }: PaymentRecord, idCardNo: string): PersonPayment {
  return { ...row, idCardNo: maskIdCardNo(idCardNo), taxProof: proofOf(withholds, proofStatus) }
}

function proofOf(withholds: boolean, proofStatus: ProofStatus | null): string {
  if (!withholds) return TAX_NOT_WITHHELD
  return proofStatus !== null && isPaid(proofStatus) ? TAX_PROVEN : TAX_NOT_PROVEN
}

type Signing = Pick<
  PersonDetail,
  | 'signed'
  | 'signedAt'
  | 'signState'
  | 'openLink'
  | 'contract'
  | 'frontUrl'
  | 'backUrl'
  | 'signatureUrl'
  | 'imagesDeletedAt'
>

/** Signed with any company is signed (D27): its contract is the one to show. The open link is of the company shown. */
async function signingOf(tx: Tx, among: readonly KnownPerson[], now: Date): Promise<Signing> {
  const [shown] = among
  const signer = among.find(({ signedAt }) => signedAt !== null)
  const contract = signer && (await findContract(tx, signer.providerId, signer.userId))
  const link = shown && stateWith(shown, now) === 'invited' ? shown.link : null
  return {
    signState: stateAmong(among, now),
    signed: signer !== undefined,
    signedAt: signer?.signedAt ?? null,
    openLink: link && {
      linkId: link.linkId,
      createdAt: link.createdAt,
      expiresAt: link.expiresAt,
      openedAt: link.openedAt,
    },
    contract: contract ? shownContract(contract) : null,
    frontUrl: urlOf(contract?.frontFileId),
    backUrl: urlOf(contract?.backFileId),
    signatureUrl: urlOf(contract?.signatureFileId),
    imagesDeletedAt: contract?.imagesDeletedAt ?? null,
  }
}

function shownContract({
  contractId,
  contractNo,
  textVersion,
  signedAt,
  evidence,
  pdfFileId,
}: ContractInForce) {
  return { contractId, contractNo, textVersion, signedAt, evidence, fileUrl: fileUrlOf(pdfFileId) }
}

function urlOf(fileId: string | null | undefined): string {
  return fileId ? fileUrlOf(fileId) : ''
}

async function limitOf(
  tx: Tx,
  providerId: number,
  idHashes: readonly string[],
  now: Date,
): Promise<PersonDetail['limit']> {
  const limitFen = (await findProvider(tx, providerId))?.monthlyLimitFen ?? 0n
  const { paidFen, openFen } = await monthSoFar(tx, providerId, idHashes, shanghaiMonth(now))
  return { limitFen, paidFen, openFen, leftFen: leftBelowLimit(paidFen + openFen, limitFen) }
}

/** The last six, this one included; those without a payout as well. */
async function monthsOf(tx: Tx, of: PaidTo, now: Date): Promise<PersonDetail['months']> {
  const last = shanghaiMonth(now)
  const months = Array.from(
    { length: MONTHS_SHOWN },
    (_, index): Month => addMonths(last, index + 1 - MONTHS_SHOWN),
  )
  const sums = new Map((await sumMonths(tx, of, months[0] ?? last)).map((sum) => [sum.month, sum]))
  return months.map((month) => {
    const sum = sums.get(month)
    if (sum === undefined) return { month, amountFen: 0n, taxFen: 0n, taxProof: '' }
    const { amountFen, taxFen } = sum
    return { month, amountFen, taxFen, taxProof: monthProof(sum) }
  })
}

/** The payouts of a month may be declared in several periods, and by several companies. */
function monthProof({ withheldCount, provenCount }: MonthSum): string {
  if (withheldCount === 0) return TAX_NOT_WITHHELD
  if (provenCount === 0) return TAX_NOT_PROVEN
  return provenCount === withheldCount ? TAX_PROVEN : TAX_PARTLY_PROVEN
}
