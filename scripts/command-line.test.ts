// Which words a command takes, which stop it, and that every command of the operators' page asks them first.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type CommandForm, readWords } from './command-line.ts'

const FORM: CommandForm = {
  usage: 'sweep -- "YOUR NAME" [--dry-run] [--to=MOMENT]',
  flags: ['dry-run'],
  options: ['to', 'older-than'],
  words: 1,
}

it('takes what it knows, in any order', () => {
  expect(readWords(FORM, ['--to=2026-11-17T15:04:05+08:00', '王 五', '--dry-run'])).toEqual({
    words: ['王 五'],
    flags: new Set(['dry-run']),
    options: new Map([['to', '2026-11-17T15:04:05+08:00']]),
  })
  expect(readWords(FORM, ['--to', 'now', 'a'])).toMatchObject({
    words: ['a'],
    options: new Map([['to', 'now']]),
  })
  expect(readWords(FORM, ['--older-than=a=b'])?.options.get('older-than')).toBe('a=b')
})

it.each([
  [['--dryrun'], '--dryrun is not known here.'],
  [['-dry-run=1'], '-dry-run=1 is not known here.'],
  [['-n'], '-n is not known here.'],
  [['--to'], '--to needs a value: --to=….'],
  [['--to', '--dry-run'], '--to needs a value: --to=….'],
  [['--to='], '--to needs a value: --to=….'],
  [['--to=a', '--to=b'], '--to is given twice.'],
  [['--dry-run', '--dry-run'], '--dry-run is given twice.'],
  [['a', 'b'], 'The word b is one too many.'],
])('stops at %j', (given, why) => {
  expect(() => readWords(FORM, given)).toThrow(
    `${why} Nothing was done. Usage: npm run sweep -- "YOUR NAME" [--dry-run] [--to=MOMENT]`,
  )
})

it.each([
  { npm_config_dry_run: 'true' },
  { npm_config_older_than: '6' },
  { npm_config_token_description: '2026-11-17' },
])('stops where npm kept a word for itself: %j', (kept) => {
  const byNpm = { npm_lifecycle_event: 'sweep', ...kept }
  expect(() => readWords(FORM, [], byNpm)).toThrow('went to npm itself')
  expect(readWords(FORM, [], kept)).toBeDefined()
})

const root = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(root, 'docs', 'OPERATIONS.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const named = new Set(Array.from(PAGE.matchAll(/npm run ([a-z-]+)/g), ([, name = '']) => name))
const COMMANDS = [...named]
  .map((name) => ({ name, script: /^node (scripts\/\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? '' }))
  .filter(({ script }) => script !== '')

it.each(COMMANDS)('npm run $name asks for its words before it opens anything', ({ name, script }) => {
  const source = readFileSync(join(root, script), 'utf8')
  const asks = source.search(/^(const [^\n]*= )?\(?commandWords\(/m)
  const opens = source.search(/^(await |try \{|const \w+ = await )/m)
  expect(asks).toBeGreaterThan(0)
  expect(opens === -1 || asks < opens).toBe(true)
  expect(source).toMatch(new RegExp(`usage:\\s+['"\`]${name}(?![\\w-])`))
})

it('ends with its usage, or with a sentence and 1', () => {
  const run = (word: string) =>
    spawnSync(process.execPath, [join(root, 'scripts/tax-layouts.ts'), word], { encoding: 'utf8' })
  expect(run('--help')).toMatchObject({ status: 0, stdout: 'Usage: npm run tax-layouts\n', stderr: '' })
  expect(run('--nonsense')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: '--nonsense is not known here. Nothing was done. Usage: npm run tax-layouts\n',
  })
})
