// Pages and dialogs ask alike: every form keeps one manner, and every number is typed into the field that groups its thousands.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '../web')

/** Digits that are names: ID numbers, phones, cards and codes have no thousands. */
const DIGITS_AS_NAMES = [
  'accounts/account-form.tsx',
  'factors/totp-dialog.tsx',
  'freelancers/add-person-dialog.tsx',
  'recharges/add-recharge-fields.tsx',
  'sign/code-field.tsx',
  'sign/identity-step.tsx',
]

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/node_modules|dist/.test(file))
  .map((file) => ({ file, text: readFileSync(join(WEB, file), 'utf8') }))

/** The opening tags of an element, arrow functions and nested braces within them included. */
function openings(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}(?=[\\s<>])`, 'g'))].map(({ index }) => {
    let depth = 0
    let end = index + name.length + 1
    if (text[end] === '<') end = text.indexOf('>', end) + 1
    for (; end < text.length; end += 1) {
      if (text[end] === '{') depth += 1
      if (text[end] === '}') depth -= 1
      if (text[end] === '>' && depth === 0) break
    }
    return text.slice(index, end)
  })
}

it('every form keeps the one manner, with its mark of what is required', () => {
  const all = sources.flatMap(({ file, text }) => openings(text, 'Form').map((tag) => ({ file, tag })))
  expect(all.length).toBeGreaterThan(2)
  const differing = all.filter(
    ({ tag }) => !tag.includes('{...formManner}') || /layout=|requiredMark=|validateTrigger=/.test(tag),
  )
  expect(differing).toEqual([])
})

it('no number is typed into a field that neither keeps what is typed nor groups it', () => {
  const found = sources.flatMap(({ file, text }) =>
    /\bInputNumber\b|type="number"/.test(text) ||
    (openings(text, 'Input').some((tag) => /inputMode="(numeric|decimal)"/.test(tag)) &&
      !DIGITS_AS_NAMES.includes(file))
      ? [file]
      : [],
  )
  expect(found).toEqual([])
})

it('no field strikes characters out of what is typed', () => {
  // Whoever reads a code from a message may copy more than its digits.
  const found = sources.flatMap(({ file, text }) =>
    /\.replace(All)?\(\/(\\D|\[\^)/.test(text) && file !== 'sign/code-field.tsx' ? [file] : [],
  )
  expect(found).toEqual([])
})

it('no page is wider or narrower than the two measures of forms and of columns', () => {
  const styles = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !/node_modules|dist/.test(file),
  )
  expect(styles.length).toBeGreaterThan(50)
  const own = styles.flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(/^\s+max-width: (\d+)px/gm)]
      .filter(([, width]) => Number(width) > 500)
      .map(([rule]) => `${file}:${rule}`),
  )
  expect(own).toEqual([])
})
