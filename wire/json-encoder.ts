// Compiles a declared shape into a function that writes its JSON: what zod would encode, without walking the schema at every answer.

import { z } from 'zod'
import type { Field } from './shape.ts'

/** The JSON text of a value, or undefined where the value is not what was declared. */
export type JsonEncoder = (value: unknown) => string | undefined

type Def = {
  readonly type: string
  readonly checks?: readonly Check[]
  /** Of a schema that is a check itself, such as z.uuid(). */
  readonly format?: string
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly reverseTransform?: (value: unknown, payload: { value: unknown; issues: unknown[] }) => unknown
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly keyType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
}

type Check = { readonly _zod: { readonly def: CheckDef } }
type CheckDef = {
  readonly check: string
  readonly format?: string
  readonly value?: number
  readonly inclusive?: boolean
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** What has no compiled form is encoded by zod itself; `uncompiled` hears of each such schema. */
export function jsonEncoder(schema: z.ZodType, uncompiled?: (type: string) => void): JsonEncoder {
  const compiled = compile(schema, uncompiled)
  if (compiled !== undefined) return compiled
  uncompiled?.(defOf(schema).type)
  return (value) => {
    const encoded = z.safeEncode(schema, value as never)
    return encoded.success ? JSON.stringify(encoded.data) : undefined
  }
}

function compile(schema: z.ZodType, uncompiled?: (type: string) => void): JsonEncoder | undefined {
  const def = defOf(schema)
  const inner = (one: z.ZodType) => jsonEncoder(one, uncompiled)
  const { fields } = schema as { fields?: Readonly<Record<string, Field>> }
  if (fields !== undefined && def.checks === undefined)
    return objectOf(
      Object.entries(fields).map(([code, { wire, value }]) => fieldOf(code, wire, value, inner)),
    )
  if (def.type === 'pipe') return codecOf(def, inner)
  const holds = leafTest(def)
  if (holds !== undefined) return (value) => (holds(value) ? JSON.stringify(value) : undefined)
  if (def.checks !== undefined && def.checks.length > 0) return undefined
  if (def.type === 'unknown') return (value) => JSON.stringify(value)
  if (def.type === 'nullable' && def.innerType) {
    const some = inner(def.innerType)
    return (value) => (value === null ? 'null' : some(value))
  }
  if (def.type === 'array' && def.element) return arrayOf(inner(def.element))
  if (def.type === 'union' && def.options) return firstOf(def.options.map(inner))
  if (def.type === 'object' && def.shape && def.catchall === undefined)
    return objectOf(Object.entries(def.shape).map(([name, value]) => fieldOf(name, name, value, inner)))
  if (def.type === 'record' && def.valueType && def.keyType && isPlainString(def.keyType))
    return recordOf(inner(def.valueType))
  return undefined
}

const isPlainString = (schema: z.ZodType) => defOf(schema).type === 'string' && !defOf(schema).checks?.length

/** The test of a value that is written as it is; undefined where the schema asks for more than is understood here. */
function leafTest(def: Def): ((value: unknown) => boolean) | undefined {
  if (def.format !== undefined) return undefined
  const checks = (def.checks ?? []).map((check) => check._zod.def)
  if (def.type === 'string' && checks.length === 0) return (value) => typeof value === 'string'
  if (def.type === 'boolean' && checks.length === 0) return (value) => typeof value === 'boolean'
  if (def.type === 'number') return numberTest(checks)
  if (checks.length > 0) return undefined
  if (def.type === 'literal') {
    const words = new Set(def.values)
    return (value) => value !== undefined && words.has(value)
  }
  if (def.type === 'enum') {
    const words = new Set<unknown>(Object.values(def.entries ?? {}))
    return (value) => words.has(value)
  }
  return undefined
}

function numberTest(checks: readonly CheckDef[]): ((value: unknown) => boolean) | undefined {
  let [whole, least, most] = [false, -Number.MAX_VALUE, Number.MAX_VALUE]
  for (const { check, format, value = Number.NaN, inclusive } of checks) {
    if (check === 'number_format' && format === 'safeint') whole = true
    else if (check === 'greater_than' && (inclusive === true || value === 0))
      least = Math.max(least, inclusive === true ? value : Number.MIN_VALUE)
    else if (check === 'less_than' && inclusive === true) most = Math.min(most, value)
    else return undefined
  }
  return (value) =>
    typeof value === 'number' && value >= least && value <= most && (!whole || Number.isSafeInteger(value))
}

/** What the code holds is tested before it is turned into what travels, and that again by its own schema. */
function codecOf(def: Def, inner: (schema: z.ZodType) => JsonEncoder): JsonEncoder | undefined {
  const { in: wireSide, out: codeSide, reverseTransform } = def
  if (def.checks?.length || !wireSide || !codeSide || !reverseTransform) return undefined
  const holds = codeTest(defOf(codeSide))
  if (holds === undefined) return undefined
  const write = inner(wireSide)
  return (value) => {
    if (!holds(value)) return undefined
    const payload = { value, issues: [] }
    const turned = reverseTransform(value, payload)
    return payload.issues.length > 0 ? undefined : write(turned)
  }
}

function codeTest(def: Def): ((value: unknown) => boolean) | undefined {
  if (def.type === 'date' && !def.checks?.length)
    return (value) => value instanceof Date && !Number.isNaN(value.getTime())
  if (def.type === 'bigint' && !def.checks?.length) return (value) => typeof value === 'bigint'
  return leafTest(def)
}

type CompiledField = {
  readonly code: string
  /** The name on the wire, with its colon. */
  readonly prefix: string
  readonly write: JsonEncoder
  readonly isOptional: boolean
}

function fieldOf(
  code: string,
  wire: string,
  value: z.ZodType,
  inner: (schema: z.ZodType) => JsonEncoder,
): CompiledField {
  const def = defOf(value)
  const isOptional = def.type === 'optional'
  const write = inner(isOptional && def.innerType ? def.innerType : value)
  return { code, prefix: `${JSON.stringify(wire)}:`, write, isOptional }
}

/** Only what is declared: whatever else the value holds stays where it is. */
function objectOf(fields: readonly CompiledField[]): JsonEncoder {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    let text = ''
    for (const { code, prefix, write, isOptional } of fields) {
      const held = (value as Record<string, unknown>)[code]
      if (held === undefined && isOptional) continue
      const written = write(held)
      if (written === undefined) return undefined
      text += text === '' ? prefix + written : `,${prefix}${written}`
    }
    return `{${text}}`
  }
}

function arrayOf(write: JsonEncoder): JsonEncoder {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    let text = ''
    for (let index = 0; index < value.length; index += 1) {
      const written = write(value[index])
      if (written === undefined) return undefined
      text += index === 0 ? written : `,${written}`
    }
    return `[${text}]`
  }
}

function recordOf(write: JsonEncoder): JsonEncoder {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    let text = ''
    for (const [name, held] of Object.entries(value)) {
      // As zod leaves it out: whoever copies the answer field by field would replace its prototype.
      if (name === '__proto__') continue
      const written = write(held)
      if (written === undefined) return undefined
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`
    }
    return `{${text}}`
  }
}

function firstOf(options: readonly JsonEncoder[]): JsonEncoder {
  return (value) => {
    for (const write of options) {
      const written = write(value)
      if (written !== undefined) return written
    }
    return undefined
  }
}
