// The log: JSON lines without personal data, passwords, cookies or query strings (D33).

import { pino } from 'pino'

const MAX_WAITING_BYTES = 4 * 1_048_576

export type Logger = ReturnType<typeof openLog>

export function openLog(level: string, destination?: { write(line: string): void }) {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: {
        paths: ['req.headers', 'headers', '*.password', '*.cookie', '*.authorization', 'body', 'query'],
        remove: true,
      },
      serializers: { err: describeError, error: describeError },
    },
    destination ?? standardOutput(),
  )
}

/** Lines that a full disk does not take are kept for a while and then dropped: nothing may end because it cannot be told. */
function standardOutput() {
  const output = pino.destination({ fd: 1, sync: false, maxLength: MAX_WAITING_BYTES })
  output.on('error', () => undefined)
  return output
}

/** PostgreSQL puts row values into `detail` and `where`; only what a developer needs is kept. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return describeThrown(error)
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Something else than an error was thrown: what it was, and of an object its names, never its values. */
function describeThrown(thrown: unknown): unknown {
  if (typeof thrown !== 'object' || thrown === null)
    return { type: typeof thrown, message: withoutValues(String(thrown).slice(0, 500)) }
  const { message, code } = thrown as { message?: unknown; code?: unknown }
  return {
    type: thrown.constructor?.name ?? 'object',
    message:
      typeof message === 'string'
        ? withoutValues(message)
        : `thrown with ${Object.keys(thrown).slice(0, 20).join(', ') || 'nothing in it'}`,
    ...(typeof code === 'string' ? { code } : {}),
  }
}

/** Long digit runs are ID numbers, phones or cards; quoted values are what someone typed. */
function withoutValues(text: string): string {
  return text.replace(/\d{7,}[\dXx]?/g, '…').replace(/: "[^"\n]*"/g, ': "…"')
}
