/** Chooses what of a process's log is shown in the terminal: what was printed to it, and warnings and errors with their stacks. */

/** pino's number for a warning. */
const WARNING = 40

/** Node's own part of a stack, and how it introduces an uncaught error. */
const INTERNAL = /^\s+at .*\(?node:internal\/|^node:internal\/|^ {4}triggerUncaughtException\(|^ {4}\^$/

type LogLine = { level?: number; msg?: string; call?: string; err?: { stack?: string; message?: string } }

export function terminalLine(line: string): string | undefined {
  const logged = parse(line)
  if (!logged) return line.trim() === '' || INTERNAL.test(line) ? undefined : line
  if ((logged.level ?? 0) < WARNING) return undefined
  const heading = [logged.msg, logged.call].filter(Boolean).join(': ')
  const reason = logged.err?.stack ?? logged.err?.message
  return [heading || line, reason].filter(Boolean).join('\n')
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return undefined
  }
}
