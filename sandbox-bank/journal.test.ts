// Tests that the journal gives back what it took, and nothing that it did not take.

import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Journal } from './journal.ts'
import { newFolder } from './testing/open-banks.ts'

function open(path: string) {
  const entries: unknown[] = []
  const journal = Journal.open(
    path,
    (entry) => entries.push(entry),
    () => {},
  )
  return { journal, entries }
}

function newPath(): string {
  return join(newFolder(), 'journal.jsonl')
}

it('reads back every entry in order, also over many reads', () => {
  const path = newPath()
  const { journal } = open(path)
  const written = Array.from({ length: 20_000 }, (_, n) => ({ n, text: '张三丰'.repeat(n % 40) }))
  journal.append(written.slice(0, 500))
  journal.append([])
  journal.append(written.slice(500))
  journal.close()
  const again = open(path)
  expect(again.entries).toEqual(written)
  again.journal.close()
})

it('truncates an incomplete last line, wherever it was cut', () => {
  const whole = '{"n":1}\n{"text":"张"}\n'
  const bytes = Buffer.from(whole)
  for (let length = 0; length <= bytes.length; length++) {
    const path = newPath()
    writeFileSync(path, bytes.subarray(0, length))
    const { journal, entries } = open(path)
    const kept = entries.length === 2 ? whole : entries.length === 1 ? '{"n":1}\n' : ''
    expect(entries).toHaveLength(length >= bytes.length ? 2 : length >= 8 ? 1 : 0)
    expect(readFileSync(path, 'utf8')).toBe(kept)
    journal.append([{ n: 3 }])
    journal.close()
    expect(readFileSync(path, 'utf8')).toBe(`${kept}{"n":3}\n`)
  }
})

it('rejects a file that is damaged in the middle', () => {
  const path = newPath()
  writeFileSync(path, '{"n":1}\n{"n":\n{"n":3}\n')
  expect(() => open(path)).toThrow(`The bank's journal ${path} is damaged at byte 8.`)
})

it('rejects appends once closed, and is readable by its owner only', () => {
  const path = newPath()
  const { journal } = open(path)
  journal.close()
  expect(() => journal.append([{}])).toThrow('takes nothing any more')
  appendFileSync(path, '')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
