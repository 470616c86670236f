/** A database that has forgotten bank files which the bank executed: whatever is pressed on either channel, nobody is paid again (ADR 158, ADR 162). */
import { createHash } from 'node:crypto'
import { makeBankFiles } from '@paywages/server/bank-files/make-files.ts'
import { payByFiles } from '@paywages/server/testing/bank-files.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { EndpointName, Endpoints } from '@paywages/wire/endpoints.ts'
import { sql } from 'kysely'
import { type Company, forgetSessions, type Prepared, pressStart } from './batches.ts'
import type { Case } from './case.ts'
import { backUpRunning, restoreTo } from './cluster-copy.ts'
import {
  ask,
  atCounter,
  call,
  compareByTwo,
  compareWhereHeld,
  fileOf,
  requirePaidOnce,
  resultOf,
} from './online-banking.ts'
import type { World } from './world.ts'

const ENDINGS = [...Array.from({ length: 12 }, () => ''), '0001', '0002']

/** One company's people, its batch, and what was ready before the restore. */
class FileWays {
  readonly #world: World
  readonly #company: Company
  readonly #batch: Prepared

  constructor(world: World, company: Company, batch: Prepared) {
    this.#world = world
    this.#company = company
    this.#batch = batch
  }

  get #providerId(): number {
    return this.#world.people.providers[this.#company]
  }

  openAccount = () => payByFiles(this.#world.services, this.#providerId)

  /** The next round begins as this one did: without an account for files. */
  closeAccount = () =>
    this.#world.services.database.transact((tx) =>
      sql`update paying_accounts set is_default = false, enabled = false where provider_id = ${this.#providerId}`.execute(
        tx,
      ),
    )

  setDefault = (isDefault: boolean) =>
    this.#world.services.database.transact((tx) =>
      sql`update paying_accounts set is_default = ${isDefault} where provider_id = ${this.#providerId} and enabled`.execute(
        tx,
      ),
    )

  async start(): Promise<void> {
    const answer = await this.#press()
    if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
  }

  /** Downloaded, and executed by the bank. */
  async carry(): Promise<string> {
    const bankFileId = await fileOf(this.#world, this.#batch)
    const file = await this.#ask('pay', 'downloadBankFile', { bankFileId, reason: undefined })
    return atCounter(this.#world, Buffer.from(await file.arrayBuffer()))
  }

  /** Before workers have compared with the bank's record, and once they send again. */
  async requireNoDirectStart(): Promise<void> {
    const early = await this.#press()
    await this.#world.until('the gate is open', async () => {
      const [row] = await this.#world.query<{ open: boolean }>(
        `select state = 'open' and server_started_at = pg_postmaster_start_time() as open from sending_gate`,
      )
      return row?.open === true
    })
    const late = await this.#press()
    if (early !== 'refused' || late !== 'refused')
      throw new Error(`the direct start was answered: ${early}, then ${late}`)
  }

  compare = () => compareByTwo(this.#world, this.#company)

  /** The same file is made anew, told as submitted, never carried again, and settled by the result of the one that was. */
  async settleAs(id: string): Promise<void> {
    const world = this.#world
    const bankFileId = await fileOf(world, this.#batch)
    await this.#ask('pay', 'downloadBankFile', { bankFileId, reason: undefined })
    await this.#ask('pay', 'submitBankFile', { bankFileId, bankBatchNo: 'Z1' })
    const value = await resultOf(world, id)
    const sha256 = createHash('sha256').update(value).digest('hex')
    const file = { fileName: 'result.csv', value }
    const fields = { bankFileId: String(bankFileId), sha256, file }
    const imported = await call(world, `pay${this.#company}`, 'importBankResult', fields)
    if (imported?.status !== 200) throw new Error(`the result was answered: ${await imported?.text()}`)
    const [result] = await world.query<{ id: number }>(
      `select result_id as id from bank_file_results where bank_file_id = $1 and state = 'waiting'`,
      [bankFileId],
    )
    const decision = { bankFileId, resultId: result?.id ?? 0, sha256, confirms: true, reason: '' }
    await this.#ask('check', 'decideBankResult', decision)
    await world.until('the file is settled', async () => {
      const [row] = await world.query<{ state: string }>(
        'select state from bank_files where bank_file_id = $1',
        [bankFileId],
      )
      return row?.state === 'settled'
    })
    await requirePaidOnce(world, this.#batch)
  }

  #press = () => pressStart(this.#world, this.#batch.batchId, 0, this.#company)

  #ask<N extends EndpointName>(role: 'pay' | 'check', name: N, input: InputOf<Endpoints[N]>) {
    return ask(this.#world, `${role}${this.#company}`, name, input)
  }
}

/** The account for files is there `before` the backup, or is one of the things that the restore forgets. */
function restored(fault: string, company: Company, account: 'before' | 'forgotten'): Case {
  const make = async (world: World, batch: Prepared) => {
    const ways = new FileWays(world, company, batch)
    if (account === 'before') await ways.openAccount()
    await compareWhereHeld(world, company)
    await backUpRunning(world)
    await world.administer(`select pg_create_restore_point('before-file')`)
    if (account === 'forgotten') await ways.openAccount()
    await ways.start()
    const id = await ways.carry()
    await restoreTo(world, 'before-file')
    forgetSessions()
    if (account === 'before') await ways.setDefault(false)
    await world.heal()
    await ways.requireNoDirectStart()
    await (account === 'before' ? ways.setDefault(true) : ways.openAccount())
    await ways.start()
    const made = await makeBankFiles(world.services)
    if (made !== 0) throw new Error('a file was made before anybody compared')
    await ways.compare()
    await ways.settleAs(id)
    await ways.closeAccount()
  }
  return { fault, endings: ENDINGS, company, make }
}

export const forgottenFileCases: readonly Case[] = [
  restored('restored to before a start by files; the bank file was executed', 'B1', 'before'),
  restored('restored to before an account for files; its bank file was executed', 'A2', 'forgotten'),
]
