// A stored file as it travels: our own download address, never another one (D5).

import { z } from 'zod'
import { API_PREFIX } from '../prefix.ts'
import { downloadFile } from './endpoints.ts'

const START = `${API_PREFIX}${downloadFile.path}?fileId=`
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function fileUrlOf(fileId: string): string {
  return START + fileId
}

/** For pictures and PDF on a page: shown in place instead of saved. */
export function inlineUrlOf(fileId: string): string {
  return `${fileUrlOf(fileId)}&inline=1`
}

/** The id in such an address; undefined of anything else. */
export function fileIdIn(url: string): string | undefined {
  const fileId = url.startsWith(START) ? url.slice(START.length) : ''
  return UUID.test(fileId) ? fileId : undefined
}

/** The address on the wire, the file's id inside; `missing` is said of nothing at all, `wrong` of anything else. */
export function fileUrl(missing: string, wrong: string = missing) {
  return z.codec(z.string({ error: missing }).min(1, missing), z.string(), {
    decode: (url, ctx) => {
      const fileId = fileIdIn(url)
      if (fileId !== undefined) return fileId
      ctx.issues.push({ code: 'custom', message: wrong, input: url })
      return z.NEVER
    },
    encode: fileUrlOf,
  })
}
