// What a person was paid before a sheet, as far as its amounts depend on it: months of income, and this month's for VAT where the person bears it.

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { COUNTING_NOW } from '@paywages/domain/tax/counted-history.ts'
import {
  type GrossForNet,
  grossForNet,
  untaxedGrossForNet,
  type VatBorne,
} from '@paywages/domain/tax/gross-for-net.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { type VatPerson, withholdVat, withVatPayment } from '@paywages/domain/tax/vat-withholding.ts'
import { withhold, withPayment } from '@paywages/domain/tax/withhold.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { ProviderRecord } from '../providers/store.ts'
import { vatPeopleOf } from './month-people-store.ts'
import { monthsOf } from './tax-history-store.ts'

export type PaidBefore = {
  readonly history: readonly MonthSoFar[]
  /** Undefined where nothing is withheld as VAT. */
  readonly vat: VatPerson | undefined
}

const NOTHING_PAID: VatPerson = { platformPaidFen: 0n, ownPaidFen: 0n, ownWithheldFen: 0n }

type By = Pick<Actor, 'person' | 'at'>

export async function paidBefore(
  tx: Tx,
  provider: ProviderRecord,
  by: By,
  idHashes: readonly string[],
): Promise<ReadonlyMap<string, PaidBefore>> {
  const day = shanghaiDay(by.at)
  const { providerId, vatBearer } = provider
  const months = provider.withholdsTax
    ? await monthsOf(tx, provider, idHashes, day)
    : new Map<string, never[]>()
  const place = { providerId, platformId: by.person.platformId, month: day.slice(0, 7) }
  const vat = vatBearer === 'person' ? await vatPeopleOf(tx, place, idHashes) : undefined
  return new Map(
    idHashes.map((hash) => [
      hash,
      { history: months.get(hash) ?? [], vat: vat && (vat.get(hash) ?? NOTHING_PAID) },
    ]),
  )
}

/** By the terms of a provider, payment after payment of each person. */
export class PersonPayments {
  readonly #services: Pick<Services, 'taxTables' | 'vatTables'>
  readonly #provider: ProviderRecord
  readonly #day: Day

  constructor(services: Pick<Services, 'taxTables' | 'vatTables'>, provider: ProviderRecord, day: Day) {
    this.#services = services
    this.#provider = provider
    this.#day = day
  }

  forGross(before: PaidBefore, amountFen: Fen): { readonly netFen: Fen; readonly after: PaidBefore } {
    const withheldFen = this.#taxOf(before, amountFen)
    const row = { rowId: 0n, amountFen, taxFen: withheldFen }
    const tables = this.#services.vatTables
    const [verdict] = before.vat ? withholdVat(before.vat, [row], this.#day.slice(0, 7), tables) : []
    const vatFen = verdict?.vatFen ?? 0n
    return {
      netFen: amountFen - withheldFen - vatFen,
      after: this.#after(before, { grossFen: amountFen, withheldFen, vatFen }),
    }
  }

  forNet(before: PaidBefore, netFen: Fen): { readonly grossFen: Fen; readonly after: PaidBefore } {
    const vat: VatBorne | undefined = before.vat && {
      person: before.vat,
      tables: this.#services.vatTables,
    }
    const found = this.#provider.withholdsTax
      ? grossForNet({ ...this.#taxCase(), history: before.history, day: this.#day, netFen, vat })
      : { ...untaxedGrossForNet(this.#day, netFen, vat), withheldFen: 0n }
    return { grossFen: found.grossFen, after: this.#after(before, found) }
  }

  #taxOf({ history }: PaidBefore, amountFen: Fen): Fen {
    if (!this.#provider.withholdsTax) return 0n
    return withhold({ ...this.#taxCase(), history, payment: { day: this.#day, amountFen } }).withheldFen
  }

  #taxCase() {
    const { taxMethod: method, gapRule } = this.#provider
    return { method, settings: { gapRule, counting: COUNTING_NOW }, tables: this.#services.taxTables }
  }

  #after(
    { history, vat }: PaidBefore,
    { grossFen, withheldFen, vatFen }: Pick<GrossForNet, 'grossFen' | 'withheldFen' | 'vatFen'>,
  ): PaidBefore {
    return {
      history: withPayment(history, { day: this.#day, amountFen: grossFen }, withheldFen),
      vat: vat && withVatPayment(vat, grossFen, vatFen),
    }
  }
}
