// Ties the wire's names to the code's names, field by field, in both directions.

import { z } from 'zod'

/** One field: its name on the wire and the codec of its value. */
export type Field = { readonly wire: string; readonly value: z.ZodType }

export type Fields = Readonly<Record<string, Field>>

/** A field named differently on the wire: `name: at('uname', text)`. */
export function at<const W extends string, V extends z.ZodType>(wire: W, value: V): { wire: W; value: V } {
  return { wire, value }
}

type Optional<V> = undefined extends V ? true : false
type Flat<T> = { [K in keyof T]: T[K] }

/** What travels. */
type WireSide<F extends Fields> = Flat<
  {
    [K in keyof F as Optional<z.input<F[K]['value']>> extends true ? never : F[K]['wire']]: z.input<
      F[K]['value']
    >
  } & {
    [K in keyof F as Optional<z.input<F[K]['value']>> extends true ? F[K]['wire'] : never]?: z.input<
      F[K]['value']
    >
  }
>

/** What the code sees. */
type CodeSide<F extends Fields> = Flat<
  {
    [K in keyof F as Optional<z.output<F[K]['value']>> extends true ? never : K]: z.output<F[K]['value']>
  } & {
    [K in keyof F as Optional<z.output<F[K]['value']>> extends true ? K : never]?: z.output<F[K]['value']>
  }
>

export type Shape<F extends Fields> = z.ZodType<CodeSide<F>, WireSide<F>> & { readonly fields: F }

/** An object shape: decoding goes from the wire to the code, encoding back. Unknown fields are dropped (D4). */
export function shape<const F extends Fields>(fields: F): Shape<F> {
  const pairs = Object.entries(fields).map(([code, field]) => [code, field.wire] as const)
  const wireSide = z.object(
    Object.fromEntries(Object.values(fields).map((field) => [field.wire, field.value])),
  )
  const rename = (from: Record<string, unknown>, names: (readonly [string, string])[]) => {
    const to: Record<string, unknown> = {}
    for (const [source, target] of names) if (from[source] !== undefined) to[target] = from[source]
    return to
  }
  const toCode = pairs.map(([code, wire]) => [wire, code] as const)
  const codec = z.codec(wireSide, z.record(z.string(), z.unknown()), {
    decode: (value) => rename(value, toCode),
    encode: (value) => rename(value, pairs) as z.output<typeof wireSide>,
  })
  return Object.assign(codec, { fields }) as unknown as Shape<F>
}

/** A field with the same name on both sides: `same({ providerId: id })`. */
export function same<const V extends Readonly<Record<string, z.ZodType>>>(
  values: V,
): { [K in keyof V & string]: { wire: K; value: V[K] } } {
  const fields = Object.entries(values).map(([name, value]) => [name, { wire: name, value }])
  return Object.fromEntries(fields)
}
