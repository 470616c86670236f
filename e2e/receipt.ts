// A receipt as a person would photograph it: a real PNG, another one each time.

import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const [WIDTH, HEIGHT] = [320, 200]

export function receiptPng(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const mark = randomBytes(24)
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT, 0xf4)
  for (let row = 0; row < HEIGHT; row += 1) rows[row * (WIDTH * 3 + 1)] = 0
  mark.copy(rows, 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}
