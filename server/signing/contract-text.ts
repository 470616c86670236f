// The published texts of contract and notice: the newest is signed, none is ever changed (D27).

import { createHash } from 'node:crypto'
import type { Reading } from '@paywages/wire/signing/shapes.ts'
import { z } from 'zod'
import {
  fillClauses,
  fillIn,
  newestOf,
  type Published,
  readPublished,
} from '../adapters/pdf-writer/published-text.ts'

/** Their digests stand in every contract that was signed with them. */
export const PUBLISHED: { readonly contracts: readonly Published[]; readonly notices: readonly Published[] } =
  {
    contracts: [{ version: '1', digest: '0ebffe40b87c81babfded4c71b1d0ae16357bebf549f729160233855c5931308' }],
    notices: [{ version: '1', digest: '00fba3dc2d9cb8640d91edcced47d660bbda62aa316f5a411a18d1b9d561aabc' }],
  }

const FOLDER = new URL('./contract-texts/', import.meta.url)

const clauses = z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) }))
const contractSchema = z.object({
  title: z.string(),
  parties: z.array(z.object({ heading: z.string(), lines: z.array(z.tuple([z.string(), z.string()])) })),
  preamble: z.string(),
  clauses,
})
const noticeSchema = z.object({ title: z.string(), clauses })

export type ContractText = Published & z.output<typeof contractSchema> & { readonly template: URL }
export type NoticeText = Published & z.output<typeof noticeSchema>

/** What is signed today. */
export type SigningTexts = { readonly contract: ContractText; readonly notice: NoticeText }

export function readTexts(published = PUBLISHED, folder = FOLDER): SigningTexts {
  const contract = newestOf(published.contracts)
  const notice = newestOf(published.notices)
  const template = new URL(`personal-v${contract.version}.typ`, folder)
  const words = readPublished(contract, [new URL(`personal-v${contract.version}.json`, folder), template])
  const noticeWords = readPublished(notice, [new URL(`notice-v${notice.version}.json`, folder)])
  return {
    contract: { ...contract, ...contractSchema.parse(words), template },
    notice: { ...notice, ...noticeSchema.parse(noticeWords) },
  }
}

export type TextFields = Readonly<
  Record<
    'providerName' | 'taxpayerId' | 'name' | 'idCardNo' | 'phone' | 'monthlyLimit' | 'brandName' | 'contact',
    string
  >
>

const PARTIES = '协议双方'

export function readContract(text: ContractText, fields: TextFields): Reading {
  const fill = (words: string) => fillIn(words, fields)
  const parties = text.parties.flatMap(({ heading, lines }) => [
    heading,
    ...lines.map(([label, value]) => `${label}：${fill(value)}`),
  ])
  const reading = {
    title: text.title,
    clauses: [{ heading: PARTIES, paragraphs: [...parties, fill(text.preamble)] }, ...filled(text, fields)],
  }
  return { ...reading, version: readVersion(text.version, reading) }
}

export function readNotice(text: NoticeText, fields: TextFields): Reading {
  const reading = { title: text.title, clauses: filled(text, fields) }
  return { ...reading, version: readVersion(text.version, reading) }
}

export function filled(text: Pick<ContractText, 'clauses'>, fields: TextFields): Reading['clauses'] {
  return fillClauses(text.clauses, fields)
}

/** The version with a mark of what stood in its fields: a limit or name that changed after reading is a changed text too. */
function readVersion(version: string, reading: object): string {
  const mark = createHash('sha256').update(JSON.stringify(reading)).digest('hex').slice(0, 8)
  return `${version}-${mark}`
}
