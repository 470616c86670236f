// Renders the PDF of contracts that have none: some right after the records, the rest in the background (D29).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { rateInWords } from '@paywages/domain/money/rate-words.ts'
import { fillClauses, fillIn } from '../adapters/pdf-writer/published-text.ts'
import { writePdf } from '../adapters/pdf-writer/write-pdf.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { discardFiles } from '../files/receive-file.ts'
import { attachAll } from '../files/store.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { findCategory } from '../invoice-categories/store.ts'
import { findProvider } from '../providers/store.ts'
import { type EnterpriseText, readEnterpriseText } from './contract-text.ts'
import { BLANK, CATEGORY_OPEN, dayInWords, pdfName } from './labels.ts'
import { type ContractRecord, claimPdfs, findContract, setPdf } from './store.ts'

const PIECE = 10
/** Longer than a piece takes; a process that died with it is followed by another after that. */
const HELD_MS = 120_000
/** A contract may be saved again while its PDF is rendered. */
const MAX_ATTEMPTS = 3
/** Read at the start: a text that is not what was published keeps the process from starting, and no PDF from being rendered. */
const TEXT = readEnterpriseText()
const EVERYTHING: Scope = { of: 'everything' }

/** What is without a PDF, until nothing is; any number of processes may call it at once. Returns how many were set. */
export async function makePendingPdfs(services: Services): Promise<number> {
  let made = 0
  for (;;) {
    const piece = await makePiece(services)
    made += piece.made
    if (piece.claimed < PIECE) return made
  }
}

/** Those of these contracts that a person may wait for; what fails or is left is set in the background. */
export async function makeFirstPdfs(services: Services, contractIds: readonly number[]): Promise<void> {
  await makePiece(services, contractIds.slice(0, PIECE)).catch((error: unknown) =>
    services.log.warn({ err: error }, 'papers of contracts are left to the worker'),
  )
}

async function makePiece(
  services: Services,
  among?: readonly number[],
): Promise<{ claimed: number; made: number }> {
  const at = services.clock.now()
  const until = new Date(at.getTime() + HELD_MS)
  const claimed = await services.database.transact((tx) => claimPdfs(tx, { at, until }, PIECE, among))
  let made = 0
  for (const contractId of claimed) {
    // One that cannot be rendered keeps nobody else's PDF back; it is tried again when it is no longer held.
    const isMade = await makePdf(services, contractId).catch((error: unknown) => {
      services.log.error({ contract: contractId, err: error }, 'the paper of a contract could not be set')
      return false
    })
    if (isMade) made += 1
  }
  return { claimed: claimed.length, made }
}

async function makePdf(services: Services, contractId: number): Promise<boolean> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const draft = await services.database.read((tx) => readDraft(tx, services, contractId))
    if (!draft || draft.contract.madeFileId !== null || draft.contract.signedFileId !== null) return false
    const pdf = await setPage(TEXT, draft)
    const { contract } = draft
    const name = pdfName(contract.contractName, contract.contractNo)
    const fileId = await storeMadeFile(services, null, {
      kind: 'contract',
      name,
      content: 'pdf',
      stream: once(pdf),
    })
    const isSet = await services.database.transact(async (tx) => {
      if (!(await setPdf(tx, contract, { fileId, textVersion: TEXT.version }))) return false
      const { providerId } = contract
      const to = { kind: 'contract', id: String(contractId), providerId, at: services.clock.now() }
      if ((await attachAll(tx, [fileId], to)) !== 1)
        throw new Error('the paper was swept before it was attached')
      return true
    })
    if (isSet) return true
    await discardFiles(services, [{ fileId, name, size: 0 }])
  }
  return false
}

export type ContractPdfDraft = {
  readonly contract: Pick<ContractRecord, 'contractName' | 'contractNo'>
  readonly fields: Readonly<Record<string, string>>
}

async function readDraft(tx: Tx, services: Services, contractId: number) {
  const contract = await findContract(tx, EVERYTHING, contractId)
  const provider = contract && (await findProvider(tx, contract.providerId))
  if (!contract || !provider) return undefined
  const category = contract.categoryId === null ? undefined : await findCategory(tx, contract.categoryId)
  const { company, name: brandName } = services.brands.brand(contract.brand)
  const fields = {
    providerName: provider.bankAccountName || provider.name,
    taxpayerId: provider.taxpayerId || BLANK,
    address: provider.address || BLANK,
    contact: provider.contactUser || BLANK,
    company,
    brandName,
    rate: formatRatePercent(contract.serviceRate),
    rateWords: rateInWords(contract.serviceRate),
    category: category?.name ?? CATEGORY_OPEN,
    beginDay: dayInWords(contract.beginDay),
    endDay: dayInWords(contract.endDay),
  }
  return { contract, fields }
}

/** Pure but for the compiler: the same draft gives the same words. */
export function setPage(text: EnterpriseText, { contract, fields }: ContractPdfDraft): Promise<Buffer> {
  return writePdf(text.template, {
    title: contract.contractName,
    number: contract.contractNo,
    version: text.version,
    parties: text.parties.map(({ heading, lines }) => ({
      heading,
      lines: lines.map(([label, value]) => [label, fillIn(value, fields)]),
    })),
    preamble: fillIn(text.preamble, fields),
    clauses: fillClauses(text.clauses, fields),
    partyA: fields.providerName,
    partyB: fields.company,
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
