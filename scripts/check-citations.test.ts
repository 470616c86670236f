// Citations that the check must refuse, those that it must let pass, and what only looks like one.

import { describe, expect, test } from 'vitest'
import { findBrokenCitations } from './check-citations.ts'

// Put together here, so that this file's own fixtures are not taken for its citations.
const D = (number: number) => `D${number}`
const I = (number: number) => `I${number}`
const section = (number: string) => `\u00a7${number}`
const page = (name: string) => `${name}.md`
const record = (numbers: string) => `ADR ${numbers}`
const NOTES = page('docs/a')

const DOCS = {
  'docs/rules/product-decisions.md': `# Decisions\n### ${D(17)} Approvals\n### ${D(18)} Cancel switch\n`,
  'docs/rules/invariants.md': `### ${I(7)} Totals tie\n`,
  'docs/rules/specification.md': `## ${section('2')} Screens\n### ${section('2.3')} Check page \`/payimport\`\n`,
  [page('docs/decisions/0009-sealed-rows')]: '# 9. Sealed rows\n',
  'docs/LOOK.md': '## Charts\n### 07 Start of transfers\n',
  'server/payouts/store.ts': '',
  'server/payouts/batch-rows.tsx': '',
}

const check = (files: Record<string, string>) =>
  findBrokenCitations(new Map(Object.entries({ ...DOCS, ...files })))

describe('refuses what leads nowhere, with file and line', () => {
  test.each([
    ['a comment', 'a.ts', `// Told once (${D(99)}).`, `${D(99)} is no rule of docs/rules/`],
    ['an invariant', 'a.ts', `/** Holds (${D(17)}, ${I(77)}). */`, `${I(77)} is no rule of docs/rules/`],
    ['the end of a range', 'a.ts', `// ${D(17)}–${D(60)}`, `${D(60)} is no rule of docs/rules/`],
    ['a sentence in a string', 'a.ts', `it('ends as ${D(99)} says')`, `${D(99)} is no rule of docs/rules/`],
    ['a template', 'a.ts', `fail(\`${I(88)}: gone\`)`, `${I(88)} is no rule of docs/rules/`],
    ['a comment in SQL', 'a.sql', `-- Sealed (${D(99)}).`, `${D(99)} is no rule of docs/rules/`],
    ['a style sheet', 'a.css', `/* As ${D(99)} has it. */`, `${D(99)} is no rule of docs/rules/`],
    ['a template of a paper', 'a.typ', `// As ${D(99)} has it.`, `${D(99)} is no rule of docs/rules/`],
    ['a page', NOTES, `As ${D(99)} has it.`, `${D(99)} is no rule of docs/rules/`],
    [
      'a section',
      'a.ts',
      `// (spec ${section('2')}, ${section('8')})`,
      `${section('8')} is no section of docs/rules/`,
    ],
    ['a subsection', 'a.ts', `// (${section('2.9')})`, `${section('2.9')} is no section of docs/rules/`],
    ['a record', 'a.ts', `// See ${record('31')}.`, `${record('31')} is not in docs/decisions/`],
    ['a second record', NOTES, `(${record('9, 31')})`, `${record('31')} is not in docs/decisions/`],
    ['a page by its path', 'a.ts', `// docs/${page('GONE')}`, `docs/${page('GONE')} is no page here`],
    ['a page by its name', 'a.ts', `// as ${page('gone')} has it`, `${page('gone')} is no page here`],
    [
      'a picture of the look',
      'a.tsx',
      `// (docs/${page('LOOK')}, 44)`,
      `44 is no heading of docs/${page('LOOK')}`,
    ],
    ['a link', NOTES, '[there](rules/gone.txt)', 'the link rules/gone.txt leads nowhere'],
    [
      'an anchor',
      NOTES,
      `[there](rules/${page('invariants')}#gone)`,
      `docs/rules/${page('invariants')} has no heading #gone`,
    ],
    [
      'a path of the map',
      page('docs/MAP'),
      '`server/payouts/gone.ts`',
      'server/payouts/gone.ts is not there',
    ],
    [
      'a bare file name of the map',
      page('docs/MAP'),
      '`server/payouts/store.ts`, `gone.ts`',
      'server/payouts/gone.ts is not there',
    ],
    [
      'a placeholder that fits nothing',
      page('ARCHITECTURE'),
      '`wire/<slice>/endpoints.ts`',
      'wire/<slice>/endpoints.ts is not there',
    ],
  ])('%s', (_, file, line, what) => {
    expect(check({ [file]: `\n${line}\n` })).toEqual([`${file}:2 ${what}`])
  })

  test('each line of a comment where it stands', () => {
    expect(check({ 'a.ts': `const a = 1\n/**\n * One.\n * Two (${D(99)}).\n */\n` })).toEqual([
      `a.ts:4 ${D(99)} is no rule of docs/rules/`,
    ])
  })

  test('a rule that stands twice', () => {
    expect(check({ 'docs/rules/tax.md': `## ${D(17)} Again\n` })).toEqual([
      `docs/rules/tax.md:1 ${D(17)} stands at docs/rules/product-decisions.md:2 already`,
    ])
  })
})

describe('lets pass', () => {
  test.each([
    [
      'rules',
      'a.ts',
      `// Once (${D(17)}–${D(18)}, ${I(7)}, spec ${section('2')}, ${section('2.3')}; ${record('9')}).`,
    ],
    [
      'pages',
      'a.ts',
      `// As docs/rules/${page('invariants')}, ${page('specification')} and docs/${page('LOOK')}, 07 have it.`,
    ],
    ['a heading of the look', 'a.css', `/* (docs/${page('LOOK')}, Charts) */`],
    [
      'links',
      page('docs/a'),
      `[a](rules/${page('invariants')}#${I(7).toLowerCase()}-totals-tie) [b](https://x.example/gone) [c](../server)`,
    ],
    [
      'paths',
      page('docs/MAP'),
      '`server/payouts/store.ts`, `batch-rows.tsx`; `server/payouts/batch-rows`, `server/<slice>/store.ts`, `server/*/`',
    ],
    ['what is no path', page('docs/MAP'), '`npm run check`, `GET /live`, `fund_days`'],
  ])('%s', (_, file, line) => {
    expect(check({ [file]: line })).toEqual([])
  })
})

describe('is not taken in by', () => {
  test.each([
    ['cells of a sheet', 'a.ts', `expect(['${D(99)}', sheet.${D(88)}, '${D(77)}:${D(78)}'])`],
    ['a range in a comment', 'a.ts', `// "B3:${D(70)}" as a range`],
    ['formulas', 'a.ts', `cell('<f>SUM(${I(33)}:J33)</f> <f>[.${I(32)}]*2</f> ${I(34)}&amp;J34')`],
    ['code', 'a.ts', `const ${D(99)} = ${I(98)} + 1`],
    ['code points, colours, card numbers', 'a.ts', '// U+D80, #D99, 6222021202000010001, ICU, I18n, 3D20'],
    ['regular expressions', 'a.ts', `const a = text.match(/['"] ${D(99)} /)\nconst b = 1`],
    ['strings after an apostrophe in a comment', 'a.ts', `// It's one's own\nconst a = '${D(99)}'`],
    ['code on a page', NOTES, `A made-up \`${D(99)}\` fails.\n\`\`\`\n${D(99)}\n\`\`\``],
    ['kinds of files that cite nothing', 'a.json', `{"a": "as ${D(99)} says"}`],
  ])('%s', (_, file, line) => {
    expect(check({ [file]: line })).toEqual([])
  })
})
