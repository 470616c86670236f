// The compiled encoders against zod, for every call: the same JSON, nothing undeclared, and the same refusals.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { encodeToText } from './answer-encoder.ts'
import { everyEndpoint } from './endpoints.ts'
import { encodeAnswer } from './envelope.ts'
import { jsonEncoder } from './json-encoder.ts'
import type { Field } from './shape.ts'
import { at, shape } from './shape.ts'
import { flag, instant, openWord, shown, yuan } from './values.ts'

type Def = {
  readonly type: string
  readonly out?: z.ZodType
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

/** Made once: that takes longer than using them. */
const LEAVES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  number: fc.oneof({ weight: 9, arbitrary: fc.nat() }, fc.constantFrom(-1, 0.5, Number.NaN)),
  bigint: fc.bigInt({ min: -10_000_000n, max: 10_000_000_000n }),
  boolean: fc.boolean(),
  date: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  unknown: fc.oneof(fc.string(), fc.nat(), fc.constant(null)),
  string: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '2026-11', '2026-11-16', 'https://a.cn/b'),
  ),
}

/** Values as handlers return them; not all of them pass every check, and then both must refuse. */
function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def
  const { fields } = schema as { fields?: Readonly<Record<string, Field>> }
  if (fields)
    return fc.record(
      Object.fromEntries(Object.entries(fields).map(([code, { value }]) => [code, valuesOf(value)])),
    )
  if (def.out) return valuesOf(def.out)
  if (def.type === 'nullable' && def.innerType) return fc.option(valuesOf(def.innerType), { freq: 4 })
  if (def.type === 'optional' && def.innerType) return fc.option(valuesOf(def.innerType), { nil: undefined })
  if (def.type === 'array' && def.element) return fc.array(valuesOf(def.element), { maxLength: 3 })
  if (def.type === 'record' && def.valueType)
    return fc.dictionary(fc.string(), valuesOf(def.valueType), { maxKeys: 3 })
  if (def.type === 'union' && def.options) return fc.oneof(...def.options.map(valuesOf))
  if (def.type === 'literal') return fc.constantFrom(...(def.values ?? []))
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries ?? {}))
  if (def.type === 'object')
    return fc.record(
      Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, value]) => [name, valuesOf(value)])),
    )
  const leaf = LEAVES[def.type]
  if (leaf !== undefined) return leaf
  throw new Error(`no values of a ${def.type}`)
}

const attempt = (work: () => unknown) => {
  try {
    return { value: work() }
  } catch {
    return 'refused'
  }
}

const answering = everyEndpoint().filter(([, { reply }]) => reply.form === 'data' || reply.form === 'list')

test.each(answering)('%s is written as zod encodes it', (_, endpoint) => {
  const { reply } = endpoint
  const answers =
    reply.form === 'list'
      ? fc.record({
          rows: fc.array(valuesOf(reply.row), { maxLength: 2 }),
          count: fc.nat(),
          beside: reply.beside ? valuesOf(reply.beside) : fc.constant(undefined),
        })
      : valuesOf((reply as { data: z.ZodType }).data)
  fc.assert(
    fc.property(answers, (answer) => {
      const byZod = attempt(() => JSON.parse(JSON.stringify(encodeAnswer(endpoint, answer))))
      expect(attempt(() => JSON.parse(encodeToText(endpoint, answer)))).toEqual(byZod)
    }),
    { numRuns: 4 },
  )
})

test('what every list shows is compiled, and not left to zod', () => {
  const uncompiled: string[] = []
  for (const [name, { reply }] of answering)
    if (reply.form === 'list') jsonEncoder(reply.row, (type) => uncompiled.push(`${name}: ${type}`))
  // A row's number, a file's address and a month have checks that are not understood.
  expect(uncompiled.filter((one) => !/: (?:string|pipe)$/.test(one))).toEqual([])
})

const row = shape({
  name: at('uname', shown),
  amountFen: at('umoney', yuan()),
  paidAt: at('payTime', instant.nullable()),
  masked: at('masked', flag),
  word: at('word', openWord(['one', 'two'])),
})
const good = { name: '王"小\n禾', amountFen: 12_345n, paidAt: null, masked: true, word: 'three' }

test('a field that is not declared does not leave', () => {
  const written = jsonEncoder(row)({ ...good, sealed: 'secret', toString: () => 'secret' }) ?? ''
  expect(JSON.parse(written)).toEqual({
    uname: '王"小\n禾',
    umoney: 123.45,
    payTime: null,
    masked: 1,
    word: 'three',
  })
})

test('a record is written without a field named __proto__, as zod encodes it', () => {
  const counts = z.record(z.string(), z.number())
  const value = JSON.parse('{"one":1,"__proto__":2,"two":3}')
  expect(jsonEncoder(counts)(value)).toBe('{"one":1,"two":3}')
  expect(JSON.stringify(z.encode(counts, value))).toBe('{"one":1,"two":3}')
})

test.each([
  ['a missing field', { ...good, name: undefined }],
  ['a number for a text', { ...good, name: 5 }],
  ['an object for a text', { ...good, name: { toJSON: () => 'x' } }],
  ['a number for money', { ...good, amountFen: 5 }],
  ['a day that is none', { ...good, paidAt: new Date(Number.NaN) }],
  ['null where nothing may be null', { ...good, masked: null }],
  ['a list for an object', [good]],
])('%s is refused', (_, value) => {
  expect(jsonEncoder(row)(value)).toBeUndefined()
  expect(() => z.encode(row, value as never)).toThrow()
})
