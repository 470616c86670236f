// Declares a call once: method, path, what it asks and replies, who may call it, and whose records it touches.

import type { Right } from '@paywages/domain/accounts/rights.ts'
import type { FactorAsk } from '@paywages/domain/factors/factor-standing.ts'
import type { FullReadKind } from '@paywages/domain/personal/full-read-limit.ts'
import type { z } from 'zod'

/** The records that belong to a provider, and so are guarded by scope (D11). */
export type RecordKind =
  | 'account'
  | 'proposal'
  | 'provider'
  | 'file'
  | 'payout-batch'
  | 'payout-row'
  | 'sheet-layout'
  | 'resolution'
  | 'bank-file'
  | 'bank-format'
  | 'unknown-debit'
  | 'limit-user'
  | 'recharge'
  | 'recharge-reversal'
  | 'statement'
  | 'statement-line'
  | 'freelancer'
  | 'signing-link'
  | 'personal-contract'
  | 'enterprise-contract'
  | 'invoice-application'
  | 'tax-proof'
  | 'tax-statement'
  | 'tax-year-statement'
  | 'tax-year-job'
  | 'tax-adjustment'

/**
 * Whose records a call touches (D11). There is no default: a call without a rule does not compile.
 * - `none`: nothing that belongs to anyone; `because` says why.
 * - `own`: only the caller's own account or provider.
 * - `list`: rows of the caller's whole scope; `provider` names the field that narrows it.
 * - `record`: the ids in `at` must be inside the scope, or the call answers 404; where the asker names the kind too, it is in `kindAt`.
 */
export type ScopeRule<Input = never> =
  | { readonly rule: 'none'; readonly because: string }
  | { readonly rule: 'own' }
  | { readonly rule: 'list'; readonly provider?: keyof Input & string }
  | {
      readonly rule: 'record'
      readonly kind: RecordKind
      readonly at: keyof Input & string
      readonly optional?: true
      /** The handler finds the record by the scope before it does anything else, and refuses it the same way: it is not looked up twice. */
      readonly byHandler?: true
    }
  | { readonly rule: 'record'; readonly kindAt: KindField<Input>; readonly at: keyof Input & string }

/** The fields of an ask that can only hold kinds of records. */
type KindField<Input> = { [K in keyof Input & string]: Input[K] extends RecordKind ? K : never }[keyof Input &
  string]

/** What a call answers. `proposes` may have proposed what was asked instead of doing it (D47); `stored` is a file that is kept, and not made for the asker; `beside` stands next to `data` in the envelope; `userList` adds code "ok" (D1); `counted` repeats a number as count (D7). */
export type Reply =
  | {
      readonly form: 'data'
      readonly data: z.ZodType
      readonly counted?: true
      readonly proposes?: true
    }
  | { readonly form: 'list'; readonly row: z.ZodType; readonly beside?: z.ZodType; readonly userList?: true }
  | { readonly form: 'download'; readonly stored?: true }
  | { readonly form: 'nothing'; readonly proposes?: true }

/** What waits for a second person, or for the end of a cooling time: the sentence that says so, and which proposal it is. */
export type Waiting = { readonly proposalId: number; readonly msg: string }

/** The answer of a call that may propose: `waiting` where it has. */
export type Proposable<D> = { readonly data: D; readonly waiting?: Waiting | undefined }

/** Files that travel with a call as multipart parts named `field`. */
export type Upload = { readonly field: string; readonly maxFiles: number; readonly maxBytes: number }

export type Endpoint<
  Input extends z.ZodType = z.ZodType,
  R extends Reply = Reply,
  W extends Right = Right,
  U extends Upload | undefined = Upload | undefined,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** One English sentence for the API document. */
  readonly purpose: string
  readonly right: W
  readonly scope: ScopeRule<z.output<Input>>
  readonly input: Input
  readonly reply: R
  /** What a person is told when the call fails without a reason of its own (spec §8). */
  readonly failure: string
  readonly upload?: U
  /** Without one: given in this session, where the person has a second factor or one is demanded (D48). */
  readonly factor?: FactorAsk
  /** It decides about money or power: accounts that were made or changed a short while ago may not yet (D47). */
  readonly decides?: true
  /** Its answer holds personal data in full: so many within an hour for each person, and no more (D33, ADR 73). */
  readonly reads?: FullReadKind
  /** Polling and live updates keep no session alive (D9). */
  readonly passive?: true
}

export function endpoint<
  Input extends z.ZodType,
  const R extends Reply,
  const W extends Right,
  const U extends Upload | undefined = undefined,
>(declared: Endpoint<Input, R, W, U>): Endpoint<Input, R, W, U> {
  return declared
}

export type InputOf<E> = E extends { readonly input: infer A extends z.ZodType } ? z.output<A> : never

type MaybeProposed<R, D> = R extends { readonly proposes: true } ? Proposable<D> : D

type Beside<R> = R extends { readonly beside: infer B extends z.ZodType }
  ? { readonly beside: z.output<B> }
  : unknown

/** What a handler returns and what the browser gets, in the code's names. */
export type AnswerOf<E> = E extends { readonly reply: infer R }
  ? R extends { readonly form: 'data'; readonly data: infer D extends z.ZodType }
    ? MaybeProposed<R, z.output<D>>
    : R extends { readonly form: 'list'; readonly row: infer D extends z.ZodType }
      ? { readonly rows: readonly z.output<D>[]; readonly count: number } & Beside<R>
      : R extends { readonly form: 'nothing' }
        ? MaybeProposed<R, undefined>
        : never
  : never
