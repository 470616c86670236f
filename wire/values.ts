// The codecs of single values: flags, ids, texts, money, rates, times; on the wire they are yuan, milliseconds, 0 and 1 (D4).

import { type Day, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { fenFromYuanNumber, yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { MAX_RATE, rateFromWireNumber, wireNumberFromRate } from '@paywages/domain/money/rate.ts'
import { z } from 'zod'

const MALFORMED = '参数格式不正确'

/** 0 and 1 as numbers, nothing else: "1", true and [1] are refused (D1). */
export const flag = z.codec(z.union([z.literal(0), z.literal(1)], { error: MALFORMED }), z.boolean(), {
  decode: (value) => value === 1,
  encode: (value) => (value ? 1 : 0),
})

/** A record's number in a JSON body, as large as the database can hold; `missing` is what is said of any other value. */
export function requiredId(missing: string) {
  return z.number({ error: missing }).int(missing).positive(missing).max(2_147_483_647, missing)
}

export const id = requiredId(MALFORMED)

/** The same in a query string. */
export const idInQuery = z.codec(z.string({ error: MALFORMED }).regex(/^\d{1,10}$/, MALFORMED), id, {
  decode: (text) => Number(text),
  encode: (value) => String(value),
})

/** An instant as epoch milliseconds. */
export const instant = z.codec(
  z.number({ error: MALFORMED }).int(MALFORMED).min(0, MALFORMED).max(8_640_000_000_000_000, MALFORMED),
  z.date(),
  { decode: (ms) => new Date(ms), encode: (date) => date.getTime() },
)

export const instantInQuery = z.codec(
  z.string({ error: MALFORMED }).regex(/^\d{1,16}$/, MALFORMED),
  z.date(),
  {
    decode: (text) => new Date(Math.min(Number(text), 8_640_000_000_000_000)),
    encode: (date) => String(date.getTime()),
  },
)

/** The last day that four digits of a year can write. */
const LAST_INSTANT = startOfDay('9999-12-31').getTime()

/** Any instant of a day on the wire, that Shanghai day inside; it goes back as the day's first instant. */
export function dayAsInstant(missing: string) {
  return z.codec(
    z.number({ error: missing }).int(missing).min(0, missing).max(LAST_INSTANT, missing),
    z.string(),
    {
      decode: (ms): Day => shanghaiDay(new Date(ms)),
      encode: (day) => startOfDay(day).getTime(),
    },
  )
}

/** Yuan with at most two decimals on the wire, fen inside; `wrong` is what is said of a value that is there but no such amount. */
export function yuan(message: string = MALFORMED, wrong: string = message) {
  const number = z.number({ error: ({ input }) => (input === undefined ? message : wrong) })
  return z.codec(number, z.bigint(), {
    decode: (value, ctx) => {
      const fen = fenFromYuanNumber(value)
      if (fen !== undefined) return fen
      ctx.issues.push({ code: 'custom', message: wrong, input: value })
      return z.NEVER
    },
    encode: (fen) => yuanNumberFromFen(fen),
  })
}

/** The service rate: fee per 10,000 with two decimals on the wire, its hundredths inside. */
export function rate(message: string = MALFORMED) {
  return z.codec(z.number({ error: message }), z.number().int().min(0).max(MAX_RATE), {
    decode: (value, ctx) => {
      const inside = rateFromWireNumber(value)
      if (inside !== undefined) return inside
      ctx.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    },
    encode: (value) => wireNumberFromRate(value),
  })
}

/** Control characters, and halves of characters, have no place in any text that people will read again. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

type TextRules = { readonly required?: string; readonly max: number; readonly tooLong?: string }

/** A trimmed text from a form; `required` is what is said when it is missing or empty. */
export function text(rules: TextRules) {
  return validated(rules, (value) => value.trim())
}

/** Characters that are not drawn come along with what is pasted from chats and pages; those that turn a line are refused instead. */
const UNSEEN = /(?![\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu

/** A text that names something for everyone: what looks the same is the same, so nothing unseen stays in it. */
export function name(rules: TextRules) {
  const tidied = validated(rules, (value) =>
    value
      .normalize('NFC')
      .replace(UNSEEN, '')
      .replace(/\p{Zs}+/gu, ' ')
      .trim(),
  )
  return rules.required === undefined ? tidied : tidied.regex(/[\p{L}\p{N}]|^$/u, rules.required)
}

function validated(rules: TextRules, tidy: (value: string) => string) {
  const missing = rules.required ?? MALFORMED
  const trimmed = z
    .string({ error: missing })
    .overwrite(tidy)
    .max(rules.max, rules.tooLong ?? `长度不能超过 ${rules.max} 个字符`)
    .refine((value) => !CONTROL.test(value), '不能包含控制字符')
  return rules.required === undefined ? trimmed : trimmed.min(1, missing)
}

/** A text the server sends. */
export const shown = z.string()

/**
 * A word of a history that later releases may add to: typed as the words that this release knows, but any other passes and is shown as it
 * is, since a newer release may have written it.
 */
export function openWord<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.union([z.enum(words), z.string() as unknown as z.ZodType<Word, Word>])
}

/** A password on the wire: 64 lower-case hex digits (D8). */
export function passwordDigest(missing: string) {
  return z.string({ error: missing }).regex(/^[0-9a-f]{64}$/, MALFORMED)
}

/** A new password itself, beside its digest: what the server judges and forgets (ADR 72). Neither trimmed nor changed, as the digest is of it. */
export const plainPassword = z
  .string({ error: '页面版本过旧，请刷新后重新设置密码' })
  .min(1, MALFORMED)
  .max(200, MALFORMED)

/** A form field that carries JSON; what is no JSON is as malformed as what has another shape. */
export function jsonText<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string({ error: MALFORMED })
    .transform((text, problems) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        problems.addIssue({ code: 'custom', message: MALFORMED })
        return z.NEVER
      }
    })
    .pipe(shape)
}
