/** The words given to a command of docs/OPERATIONS.md: one that it does not know stops it before it does anything, and --help tells its usage (ADR 175). */
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

export type CommandForm = {
  /** What follows `npm run`, such as `retention -- [--dry-run]`. */
  readonly usage: string
  /** Written as `--name`. */
  readonly flags?: readonly string[]
  /** Written as `--name=value` or `--name value`. */
  readonly options?: readonly string[]
  /** How many other words there may be; too few are for the command to tell. */
  readonly words?: number
}

export type CommandWords = {
  readonly words: readonly string[]
  readonly flags: ReadonlySet<string>
  readonly options: ReadonlyMap<string, string>
}

const HELP = new Set(['--help', '-h'])
/** npm takes an abbreviation for the setting of its own that it begins. */
const SETTING_OF: Readonly<Record<string, string>> = { to: 'token-description' }

/** Undefined where help is asked for. */
export function readWords(
  form: CommandForm,
  given: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): CommandWords | undefined {
  if (given.some((word) => HELP.has(word))) return undefined
  const { flags = [], options = [] } = form
  const refuse = (why: string): never => {
    throw new StartProblem(`${why} Nothing was done. ${usageOf(form)}`)
  }
  const taken = [...flags, ...options].find((name) => wentToNpm(name, environment))
  if (taken !== undefined) refuse(`--${taken} went to npm itself: the command’s own words follow " -- ".`)
  const found = { words: [] as string[], flags: new Set<string>(), options: new Map<string, string>() }
  const rest = [...given]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name = '', equals, value = ''] = /^--?([^=]*)(=?)(.*)$/s.exec(word) ?? []
    const next = () => (rest[0]?.startsWith('-') ? '' : (rest.shift() ?? ''))
    if (!word.startsWith('-')) found.words.push(word)
    else if (found.flags.has(name) || found.options.has(name)) refuse(`--${name} is given twice.`)
    else if (options.includes(name)) found.options.set(name, equals ? value : next())
    else if (flags.includes(name) && equals === '') found.flags.add(name)
    else refuse(`${word} is not known here.`)
    if (found.options.get(name) === '') refuse(`--${name} needs a value: --${name}=….`)
  }
  const [tooMany] = found.words.slice(form.words ?? 0)
  if (tooMany !== undefined) refuse(`The word ${tooMany} is one too many.`)
  return found
}

export const usageOf = ({ usage }: CommandForm): string => `Usage: npm run ${usage}`

/** `npm run retention --dry-run`, without the separator, would run the command without it. */
function wentToNpm(name: string, environment: NodeJS.ProcessEnv): boolean {
  const setting = (SETTING_OF[name] ?? name).replaceAll('-', '_')
  return environment.npm_lifecycle_event !== undefined && Boolean(environment[`npm_config_${setting}`])
}

/** The words of this process. Called before anything is opened, and ends it where they are no order. */
export function commandWords(form: CommandForm): CommandWords {
  try {
    const found = readWords(form, process.argv.slice(2), process.env)
    if (found !== undefined) return found
    console.log(usageOf(form))
    process.exit(0)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
