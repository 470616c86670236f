// Writes the success envelope of a call as JSON text: by the compiled encoder of its declaration, and by zod where that finds a fault.

import type { Endpoint } from './endpoint.ts'
import { encodeAnswer } from './envelope.ts'
import { type JsonEncoder, jsonEncoder } from './json-encoder.ts'

const NOTHING = JSON.stringify({ status: 0, msg: '', data: null })

/** Compiled with the first answer: most processes answer few of the calls. */
const compiled = new WeakMap<Endpoint, JsonEncoder>()

/** What zod would refuse is refused by zod, in its words. */
export function encodeToText(endpoint: Endpoint, answer: unknown): string {
  let write = compiled.get(endpoint)
  if (write === undefined) {
    write = envelopeEncoder(endpoint)
    compiled.set(endpoint, write)
  }
  return write(answer) ?? JSON.stringify(encodeAnswer(endpoint, answer))
}

function envelopeEncoder({ reply }: Endpoint): JsonEncoder {
  // Seldom asked.
  if ('proposes' in reply) return () => undefined
  if (reply.form === 'data') {
    const write = jsonEncoder(reply.data)
    return (answer) => {
      const data = write(answer)
      if (data === undefined) return undefined
      return `{"status":0,"msg":"","data":${data}${reply.counted ? `,"count":${data}` : ''}}`
    }
  }
  if (reply.form !== 'list') return () => NOTHING
  const writeRow = jsonEncoder(reply.row)
  const writeBeside = reply.beside ? jsonEncoder(reply.beside) : undefined
  const head = `{"status":0,${reply.userList ? '"code":"ok",' : ''}"msg":"","data":[`
  return (answer) => {
    const { rows, count, beside } = answer as { rows: unknown[]; count: number; beside?: unknown }
    let text = head
    for (let index = 0; index < rows.length; index += 1) {
      const row = writeRow(rows[index])
      if (row === undefined) return undefined
      text += index === 0 ? row : `,${row}`
    }
    text += `],"count":${JSON.stringify(count)}`
    if (writeBeside === undefined) return `${text}}`
    const more = writeBeside(beside)
    if (more === undefined) return undefined
    return more === '{}' ? `${text}}` : `${text},${more.slice(1)}`
  }
}
