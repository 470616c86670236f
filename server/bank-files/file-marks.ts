// Marks in the file store that a bank file was handed out: a restore of the database does not take them back (ADR 162).

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Company } from '@paywages/domain/bank-files/file-hold.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { z } from 'zod'
import { FileDamaged, StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import type { Services } from '../app-services.ts'
import type { BankFile } from './file-store.ts'

const PREFIX = 'bank-file-marks/'

const markShape = z.object({
  providerId: z.number(),
  /** As it was then: a restore may forget it, and it is made anew under another id. Marks of earlier releases lack both. */
  company: z.string().default(''),
  taxpayerId: z.string().default(''),
  name: z.string(),
  rows: z.number(),
  sum: z.string(),
  sha256: z.string(),
  at: z.string(),
  /** Digests of what it pays, for whoever pays the same under another name (ADR 187). */
  payments: z.string().default(''),
})
export type FileMark = z.output<typeof markShape>

/** Found by the company alone, without a listing. */
const companyKey = (providerId: number) => `${PREFIX}${providerId}`
const fileKey = ({ providerId, storeFileId }: Pick<BankFile, 'providerId' | 'storeFileId'>) =>
  `${companyKey(providerId)}/${storeFileId}`

/** Before a byte of it goes out. What cannot be marked is not handed out. */
export async function markHandedOut(
  services: Services,
  {
    file,
    company,
    payments,
  }: { readonly file: BankFile; readonly company: Company; readonly payments: string },
  at: Date,
): Promise<void> {
  const { providerId, name, rowCount, sumFen, sha256 } = file
  const mark: FileMark = {
    ...{ providerId, company: company.name, taxpayerId: company.taxpayerId },
    ...{ name, rows: rowCount, sum: formatYuan(sumFen), sha256 },
    at: at.toISOString(),
    payments,
  }
  await put(services, companyKey(providerId), JSON.stringify({ providerId }))
  await put(services, fileKey(file), JSON.stringify(mark))
}

async function put(services: Services, key: string, content: string): Promise<void> {
  const bytes = Buffer.from(content)
  await services.files.put(key, Readable.from([bytes]), { limitBytes: bytes.length })
}

/** Whether it ever was handed a bank file, whatever the database knows of its accounts. */
export async function wasHandedFiles(services: Services, providerId: number): Promise<boolean> {
  try {
    const body = await services.files.get(companyKey(providerId))
    body?.stream.destroy()
    return body !== undefined
  } catch (error) {
    if (error instanceof FileDamaged) return true
    throw error
  }
}

export type HandedOut = { readonly storeFileId: string; readonly key: string }

/** The files of the store that were handed out, by their ids there: all of them, or one company's. */
export async function* handedOut(services: Services, providerId?: number): AsyncGenerator<HandedOut> {
  const under = providerId === undefined ? PREFIX : `${companyKey(providerId)}/`
  for await (const { key } of services.files.list(under)) {
    const storeFileId = key.split('/')[2]
    if (storeFileId !== undefined) yield { storeFileId, key }
  }
}

/** What people look for in online banking; undefined where it cannot be read as a mark. */
export async function readMark(services: Services, key: string): Promise<FileMark | undefined> {
  try {
    const body = await services.files.get(key)
    return body && markShape.safeParse(JSON.parse(await text(body.stream))).data
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return undefined
  }
}
