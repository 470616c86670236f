// Writes pictures of one byte a pixel as PNG, without filters: greys, or colours of a palette.

import { crc32, deflateSync } from 'node:zlib'

export type Picture = {
  readonly width: number
  readonly height: number
  /** Row by row: how light a pixel is, or which colour of the palette it has. */
  readonly pixels: Uint8Array
  readonly palette?: readonly (readonly [red: number, green: number, blue: number])[]
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOUR_TYPES = { grey: 0, palette: 3 } as const

export function encodePng({ width, height, pixels, palette }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, palette ? COLOUR_TYPES.palette : COLOUR_TYPES.grey], 8)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return joinPng(header, deflateSync(rows), palette)
}

/** From a header and compressed rows as they are, whole or not. */
export function joinPng(header: Uint8Array, rows: Uint8Array, palette?: Picture['palette']): Buffer {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette.flat()))] : []),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
