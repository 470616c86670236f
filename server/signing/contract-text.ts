// The published texts of contract and notice: the newest is signed, none is ever changed (D27).

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Reading } from '@paywages/wire/signing/shapes.ts'
import { z } from 'zod'

/** A published text is followed by a new version, never changed: its digest stands in every contract that was signed with it. */
export type Published = { readonly version: string; readonly digest: string }

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
  const contract = newest(published.contracts)
  const notice = newest(published.notices)
  const template = new URL(`personal-v${contract.version}.typ`, folder)
  const contractFiles = [new URL(`personal-v${contract.version}.json`, folder), template]
  const noticeFiles = [new URL(`notice-v${notice.version}.json`, folder)]
  for (const [text, files] of [
    [contract, contractFiles],
    [notice, noticeFiles],
  ] as const) {
    if (digestOf(files) !== text.digest)
      throw new Error(`the published text ${files[0]?.pathname.split('/').at(-1)} is not what was published`)
  }
  return {
    contract: { ...contract, ...contractSchema.parse(jsonOf(contractFiles[0])), template },
    notice: { ...notice, ...noticeSchema.parse(jsonOf(noticeFiles[0])) },
  }
}

/** Of words and layout alike: the paper is both. */
export function digestOf(files: readonly URL[]): string {
  const whole = createHash('sha256')
  for (const file of files) whole.update(readFileSync(file)).update('\0')
  return whole.digest('hex')
}

function newest(versions: readonly Published[]): Published {
  const last = versions.at(-1)
  if (!last) throw new Error('no text is published')
  return last
}

function jsonOf(file: URL | undefined): unknown {
  return file && JSON.parse(readFileSync(file, 'utf8'))
}

export type TextFields = Readonly<
  Record<
    'providerName' | 'taxpayerId' | 'name' | 'idCardNo' | 'phone' | 'monthlyLimit' | 'brandName' | 'contact',
    string
  >
>

/** In one pass, so that a name that looks like a field stays a name. */
export function fillIn(text: string, fields: TextFields): string {
  return text.replace(/\{(\w+)\}/g, (_, field: string) => {
    if (!Object.hasOwn(fields, field)) throw new Error(`the text has no field ${field}`)
    return fields[field as keyof TextFields]
  })
}

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
  return text.clauses.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((words) => fillIn(words, fields)),
  }))
}

/** The version with a mark of what stood in its fields: a limit or name that changed after reading is a changed text too. */
function readVersion(version: string, reading: object): string {
  const mark = createHash('sha256').update(JSON.stringify(reading)).digest('hex').slice(0, 8)
  return `${version}-${mark}`
}
