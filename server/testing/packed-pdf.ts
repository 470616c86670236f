// Ways to pack the objects of a PDF that other programs use, or that hide what it does: predictors, texts, and the empty password.

import { createCipheriv } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type PdfValue, readPdfValue } from '@paywages/domain/files/pdf-object.ts'
import { emptyPasswordHash, objectKey, oldKey, rc4, userProof } from '../adapters/pdf/decrypt-pdf.ts'
import type { Packing } from './hand-built-pdf.ts'

const WIDTH = 12
const FILE_ID = Buffer.from('an identifier ok')
const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`
const TRAILER = `/Encrypt {plain}/ID[${hex(FILE_ID)}${hex(FILE_ID)}]`

/** Rows that say how each byte differs from the one above it. */
function predicted(objects: Buffer): Buffer {
  const height = Math.ceil(objects.length / WIDTH)
  const full = Buffer.concat([objects], height * WIDTH)
  const rows = Array.from({ length: height }, (_, row) => {
    const own = full.subarray(row * WIDTH, (row + 1) * WIDTH)
    const above = row === 0 ? Buffer.alloc(WIDTH) : full.subarray((row - 1) * WIDTH, row * WIDTH)
    return Buffer.from([2, ...own.map((byte, x) => (byte - (above[x] ?? 0)) & 0xff)])
  })
  return Buffer.concat(rows)
}

const toHex = (bytes: Uint8Array) => Buffer.from(`${Buffer.from(bytes).toString('hex')}>`)

function toAscii85(bytes: Uint8Array): Buffer {
  const full = Buffer.concat([bytes], Math.ceil(bytes.length / 4) * 4)
  let text = ''
  for (let at = 0; at < full.length; at += 4) {
    let word = full.readUInt32BE(at)
    const digits: number[] = []
    for (let place = 0; place < 5; place += 1) {
      digits.unshift(word % 85)
      word = Math.floor(word / 85)
    }
    text += String.fromCharCode(...digits.map((digit) => digit + 33))
  }
  const missing = full.length - bytes.length
  return Buffer.from(`${missing === 0 ? text : text.slice(0, -missing)}~>`, 'latin1')
}

export const PACKINGS: Readonly<Record<string, Packing>> = {
  'a predictor': {
    entries: `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${WIDTH}>>`,
    pack: (objects) => deflateSync(predicted(objects)),
  },
  'settings that say nothing': {
    entries: '/Filter[/FlateDecode]/DecodeParms[null]',
    pack: (objects) => deflateSync(objects),
  },
  'hexadecimal digits': {
    entries: '/Filter[/ASCIIHexDecode/FlateDecode]',
    pack: (objects) => toHex(deflateSync(objects)),
  },
  'digits alone': { entries: '/Filter/AHx', pack: toHex },
  'base 85': {
    entries: '/Filter[/A85/Fl]/DecodeParms[null null]',
    pack: (objects) => toAscii85(deflateSync(objects)),
  },
  'a text that looks like an object': {
    entries: '/Filter/FlateDecode/X(9 0 obj\\)\n>>stream endobj)',
    pack: (objects) => deflateSync(objects),
  },
  'forty bits of RC4': underEmptyPassword('/V 1/R 2', 5, 2),
  RC4: underEmptyPassword('/V 2/R 3/Length 128', 16, 3),
  AES: underEmptyPassword(aes('AESV2', '/V 4/R 4/Length 128'), 16, 4),
  'AES of 256 bits': underNewPassword(),
}

function aes(method: string, rest: string): string {
  return `${rest}/CF<</StdCF<</CFM/${method}/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF`
}

function underEmptyPassword(rest: string, bytes: number, revision: number): Packing {
  const known = `/Filter/Standard${rest}/P -1084/O${hex(Buffer.alloc(32, 7))}`
  const read = readPdfValue(Buffer.from(`<<${known}>>`), 0)
  const entries =
    read.is === 'value' && read.value.kind === 'dictionary' ? read.value.entries : new Map<string, PdfValue>()
  const key = oldKey(entries, { fileId: FILE_ID, revision, bytes })
  const proof = Buffer.concat([userProof(key, FILE_ID, revision)], 32)
  return {
    entries: '/Filter/FlateDecode',
    trailer: TRAILER,
    plain: `<<${known}/U${hex(proof)}>>`,
    pack: (objects, object) => {
      const place = { object, generation: 0 }
      const packed = deflateSync(objects)
      if (revision < 4) return rc4(objectKey(key, place, Buffer.alloc(0)), packed)
      return sealed(objectKey(key, place, Buffer.from('sAlT')), packed)
    },
  }
}

function underNewPassword(): Packing {
  const key = Buffer.alloc(32, 5)
  const [proofSalt, keySalt] = [Buffer.from('saltsalt'), Buffer.from('pepperpe')]
  const user = Buffer.concat([emptyPasswordHash(proofSalt), proofSalt, keySalt])
  const cipher = createCipheriv('aes-256-cbc', emptyPasswordHash(keySalt), Buffer.alloc(16))
  const held = cipher.setAutoPadding(false).update(key)
  const owner = `/O${hex(Buffer.alloc(48, 7))}/OE${hex(Buffer.alloc(32, 7))}/Perms${hex(Buffer.alloc(16, 7))}`
  return {
    entries: '/Filter/FlateDecode',
    trailer: TRAILER,
    plain: `<</Filter/Standard${aes('AESV3', '/V 5/R 6/Length 256')}/P -1084${owner}/U${hex(user)}/UE${hex(held)}>>`,
    pack: (objects) => sealed(key, deflateSync(objects)),
  }
}

function sealed(key: Uint8Array, bytes: Uint8Array): Buffer {
  const vector = Buffer.alloc(16, 3)
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, vector)
  return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
}
