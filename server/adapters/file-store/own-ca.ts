/** Sends a request to a service whose certificate an own authority signed, trusting that authority for this service alone. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { reasonOf, StartProblem } from '../start-problem.ts'

export type Transport = (signed: Request, body: Blob | undefined) => Promise<Response>

const WITHOUT_BODY = [204, 304]

export function transportOf(caFile: string | undefined): Transport {
  if (caFile === undefined) return (signed) => fetch(signed)
  const agent = new Agent({ ca: readCa(caFile), keepAlive: true })
  return (signed, body) =>
    new Promise((resolve, reject) => {
      const headers = { ...Object.fromEntries(signed.headers), 'content-length': String(body?.size ?? 0) }
      const { method, signal } = signed
      const sent = request(signed.url, { method, headers, agent, signal }, (answer) => {
        const status = answer.statusCode ?? 500
        const given = new Headers()
        for (const [name, value] of Object.entries(answer.headers)) given.set(name, String(value))
        if (WITHOUT_BODY.includes(status)) answer.resume()
        const stream = WITHOUT_BODY.includes(status) ? null : (Readable.toWeb(answer) as ReadableStream)
        resolve(new Response(stream, { status, headers: given }))
      })
      sent.once('error', reject)
      if (body === undefined) sent.end()
      else pipeline(Readable.fromWeb(body.stream() as never), sent).catch(reject)
    })
}

function readCa(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartProblem(`The certificate of S3_CA_FILE cannot be read: ${reasonOf(error)}.`)
  }
}
