// Invoice files as they come from the tax office: a printed PDF, a photograph, an OFD.

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { receiptPng } from './receipt.ts'

export type Sample = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

const OCTETS = 'application/octet-stream'

export const picture = (name: string): Sample => ({ name, mimeType: OCTETS, buffer: receiptPng() })

export async function printedInvoice(browser: Browser, name: string): Promise<Sample> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(`<h1>增值税专用发票</h1><p>${randomBytes(8).toString('hex')}</p>`)
  const buffer = await page.pdf({ format: 'A5' })
  await context.close()
  return { name, mimeType: OCTETS, buffer }
}

/** A zip with the two files that every OFD has. */
export function ofd(name: string): Sample {
  const entries = ['OFD.xml', 'Doc_0/Document.xml'].map((entry) => ({
    entry: Buffer.from(entry),
    data: Buffer.from(`<ofd:${randomBytes(8).toString('hex')}/>`),
  }))
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { entry, data } of entries) {
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt32LE(crc32(data), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(data.length, 18)
    shared.writeUInt16LE(entry.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, entry, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, entry]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return { name, mimeType: OCTETS, buffer: Buffer.concat([...locals, list, end]) }
}
