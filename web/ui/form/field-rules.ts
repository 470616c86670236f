// Form rules taken from the wire's own codecs, so that form and server validate alike and say the same words.

import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { Rule } from 'antd/es/form'
import { z } from 'zod'
import type { Callable } from '../../api/client.ts'

/** What stands in a form: texts, numbers as typed (yuan, rates), ids, and switches. */
export type Typed = string | number | boolean | readonly number[] | null | undefined

function codecOf(endpoint: Callable, field: string): z.ZodType {
  const codec = endpoint.input.fields?.[field]?.value
  if (codec === undefined) throw new Error(`${endpoint.path} asks for no ${field}`)
  return codec
}

/** The rules of one field of a call, by the code's names. */
export function rulesFor<E extends Callable>(endpoint: E, field: keyof InputOf<E> & string): Rule[] {
  return rulesOf(codecOf(endpoint, field))
}

/** The rules of a codec that stands deeper in a call, such as a field of one of several people. */
export function rulesOf(codec: z.ZodType): Rule[] {
  const required = !codec.safeParse(undefined).success
  const validator = async (_: unknown, value: Typed) => {
    const validated = codec.safeParse(value ?? undefined)
    if (!validated.success) throw new Error(validated.error.issues[0]?.message)
  }
  return [{ required, validator }]
}

/** What was typed, as the call takes it; switches are already what they mean. */
export function inputFromForm<E extends Callable>(
  endpoint: E,
  typed: Readonly<Record<string, Typed>>,
): InputOf<E> {
  const input: Record<string, unknown> = {}
  for (const field of Object.keys(endpoint.input.fields ?? {})) {
    const value = typed[field]
    if (value === undefined || value === null) continue
    input[field] = typeof value === 'boolean' ? value : codecOf(endpoint, field).parse(value)
  }
  return input as InputOf<E>
}

/** A record as it stands in the form that changes it. */
export function typedFromRecord(
  endpoint: Callable,
  record: Readonly<Record<string, unknown>>,
): Record<string, Typed> {
  const typed: Record<string, Typed> = {}
  for (const field of Object.keys(endpoint.input.fields ?? {})) {
    const value = record[field]
    if (value === undefined) continue
    typed[field] =
      typeof value === 'boolean' ? value : (z.encode(codecOf(endpoint, field), value as never) as Typed)
  }
  return typed
}
