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
  if (!(error instanceof Error)) return { message: 'a non-error was thrown' }
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

/** Long digit runs are ID numbers, phones or cards; quoted values are what someone typed. */
function withoutValues(text: string): string {
  return text.replace(/\d{7,}[\dXx]?/g, '…').replace(/: "[^"\n]*"/g, ': "…"')
}
