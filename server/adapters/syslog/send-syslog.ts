/** Sends messages to a collector of syslog (RFC 5424, counted as RFC 6587 has it) over TCP or TLS, and tells when it has read them all. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { ignoreEnd } from './ignore-end.ts'

export type SyslogSettings = {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** An own authority, trusted for this collector alone. */
  readonly caFile?: string | undefined
}

export type SyslogMessage = {
  readonly at: string
  readonly facts: Readonly<Record<string, string | number>>
  readonly text: string
}

/** Facility 13, audit; severity 5, notice. */
const PRIORITY = 13 * 8 + 5
const SILENT_MS = 30_000
/** The number that RFC 5612 keeps for those who have none of their own. */
const ENTERPRISE = 32_473

export function formatMessage({ at, facts, text }: SyslogMessage): string {
  const pairs = Object.entries(facts).map(
    ([name, value]) => `${name}="${String(value).replace(/["\\\]]/g, '\\$&')}"`,
  )
  const host =
    hostname()
      .replace(/[^!-~]/g, '')
      .slice(0, 255) || '-'
  return `<${PRIORITY}>1 ${at} ${host} paywages ${process.pid} audit [audit@${ENTERPRISE} ${pairs.join(' ')}] \uFEFF${text}`
}

/**
 * Syslog answers nothing. So each piece has a connection of its own, which is closed at our end after the last byte: only when the
 * collector closes its end too has it read that far; under TLS by its closing alert (RFC 5425). Whatever else happens, all of it is sent again.
 */
export async function sendSyslog(
  settings: SyslogSettings,
  messages: readonly SyslogMessage[],
): Promise<void> {
  const framed = messages.map((message) => {
    const bytes = Buffer.from(formatMessage(message))
    return Buffer.concat([Buffer.from(`${bytes.length} `), bytes])
  })
  const socket = await open(settings)
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('the collector of syslog is silent')))
    socket.once('error', reject)
    socket.once('end', resolve)
    socket.once('close', () => reject(new Error('the collector of syslog broke off')))
    socket.resume()
    socket.end(Buffer.concat(framed))
  }).finally(() => socket.destroy())
}

async function open({ host, port, tls, caFile }: SyslogSettings): Promise<Socket> {
  const socket = tls
    ? connectTls({
        socket: ignoreEnd(connect({ host, port, allowHalfOpen: true })),
        host,
        servername: /^[\d.:]+$/.test(host) ? '' : host,
        ...(caFile ? { ca: readFileSync(caFile) } : {}),
      })
    : connect({ host, port })
  // Our end may close while the other still reads.
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('the collector of syslog does not answer')))
    socket.once('error', reject)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject)
      resolve()
    })
  })
  return socket
}
