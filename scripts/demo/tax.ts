// The demo's past months closed for tax, each in the days after it, with tax certificates, and a proof in every state (D31, D35).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { addMonths, type Month, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { lastClosable } from '@paywages/domain/tax/periods.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { uploadsOf } from '@paywages/server/files/receive-file.ts'
import { generateCertificates } from '@paywages/server/tax/certificates/generate-certificates.ts'
import { closeMonths } from '@paywages/server/tax/periods/close-months.ts'
import { providersToClose } from '@paywages/server/tax/periods/period-store.ts'
import { type ListedProof, listProofs } from '@paywages/server/tax/provider-proofs/proof-list-store.ts'
import { rejectProof } from '@paywages/server/tax/provider-proofs/reject-proof.ts'
import { uploadProof } from '@paywages/server/tax/provider-proofs/upload-proof.ts'
import { demoActor } from './actor.ts'
import { receiptPdf, receiptPicture } from './receipt-files.ts'

const HOUR_MS = 3_600_000

/** From the newest month back: last month's tax is still to be paid, the month before was proven by the wrong paper. */
const ENDS = ['pending', 'rejected', 'uploaded', 'updated'] as const

export async function seedTax(services: Services): Promise<void> {
  const payer = await demoActor(services, 'pay3')
  const manager = await demoActor(services, 'manager2')
  const own = { of: 'provider', providerId: payer.person.providerId } as const
  const proofs = async () =>
    (await services.database.query((tx) => listProofs(tx, { scope: own }, { index: 0, size: 100 }))).rows
  // The last step of an earlier run; what came since is the managers'.
  if ((await proofs()).some(({ status }) => status === 'updated')) return
  await closeAll(services, await demoActor(services, 'manager1'))
  await closeAll(services, manager)
  for (const [index, proof] of (await proofs()).entries())
    await bring(services, { payer, manager }, proof, ENDS[Math.min(index, ENDS.length - 1)] ?? 'uploaded')
}

/** On the third of the month after, in the morning, month by month. */
async function closeAll(services: Services, manager: Actor): Promise<void> {
  const now = services.clock.now()
  const scope = scopeOf(manager.person)
  const providers = await services.database.query((tx) => providersToClose(tx, scope))
  const first = providers.flatMap(({ firstMonth }) => firstMonth ?? []).toSorted()[0]
  if (first === undefined) return
  for (let month: Month = first; month <= lastClosable(now); month = addMonths(month, 1))
    await closeMonth(services, manager, month)
}

/** The proof first, the tax certificates some minutes later; those of last month are still to be made. */
export async function closeMonth(services: Services, manager: Actor, month: Month): Promise<void> {
  const now = services.clock.now()
  const scope = scopeOf(manager.person)
  await closeMonths(services, { ...manager, at: daysAfter(now, month, 2, 10.4) }, scope)
  if (month < lastClosable(now))
    await generateCertificates(services, { ...manager, at: daysAfter(now, month, 2, 10.6) }, scope)
}

/** So many days into the month after, or now where that lies ahead. */
function daysAfter(now: Date, month: Month, days: number, hour: number): Date {
  const at = startOfDay(`${addMonths(month, 1)}-01`).getTime() + (days * 24 + hour) * HOUR_MS
  return new Date(Math.min(at, now.getTime()))
}

type Cast = { readonly payer: Actor; readonly manager: Actor }

async function bring(
  services: Services,
  { payer, manager }: Cast,
  proof: ListedProof,
  end: (typeof ENDS)[number],
): Promise<void> {
  if (end === 'pending' || proof.status !== 'pending') return
  const { taxId, month } = proof
  const at = (actor: Actor, days: number, hour: number): Actor => ({
    ...actor,
    at: daysAfter(services.clock.now(), month, days, hour),
  })
  if (end === 'uploaded') return send(services, at(payer, 11, 15.2), proof, 'pdf')
  await send(services, at(payer, 11, 15.2), proof, 'png')
  const reason =
    end === 'rejected' ? '文件所属期与月份不符，请核对后重新上传' : '图片不清晰，请上传税务局 PDF'
  await rejectProof(services, at(manager, 12, 9.6), { taxId, reason })
  if (end === 'updated') await send(services, at(payer, 12, 14.1), proof, 'pdf')
}

async function send(
  services: Services,
  by: Actor,
  { taxId, month, taxFen }: ListedProof,
  ending: 'pdf' | 'png',
): Promise<void> {
  const lines = [
    { label: 'PERIOD', value: month },
    { label: 'TAX', value: 'INDIVIDUAL INCOME TAX' },
    { label: 'AMOUNT CNY', value: formatYuanGrouped(taxFen) },
    { label: 'NO.', value: `${month.replace('-', '')}-${String(taxId).padStart(6, '0')}` },
  ]
  const title = 'TAX PAYMENT PROOF'
  const bytes = ending === 'pdf' ? receiptPdf(lines, title) : receiptPicture(lines, title)
  const fileName = `完税证明-${month}.${ending}`
  const received = await uploadsOf(services).receive(by, {
    name: fileName,
    stream: once(bytes),
    maxBytes: 1_048_576,
  })
  await uploadProof(services, by, [received], { taxId, fileName })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
