// Statements of a receiving account for tests: what the bank lists as credited, as a file or as the reader finds it.

import { randomInt, randomUUID } from 'node:crypto'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { acceptFile } from '../files/accept-file.ts'
import { uploadsOf } from '../files/receive-file.ts'
import { storeCredits } from '../recharges/upload-receiver-statement.ts'
import { actorOf } from './actor.ts'
import { storeRecharge } from './recharges.ts'
import type { TestServices } from './test-services.ts'

/** The second account of the first brand, which recharges of tests use only if they say so. */
export const FREE_RECEIVER = '571900000000010002'
const FREE_RECEIVER_NAME = { receiverName: '星河科技有限公司', receiverBank: '招商银行杭州分行营业部' }
export const TO_FREE_RECEIVER = { ...FREE_RECEIVER_NAME, receiverAccount: FREE_RECEIVER }

export type ListedCredit = Pick<ReadLine, 'day' | 'name' | 'account' | 'amountFen'> &
  Partial<Pick<ReadLine, 'balanceFen' | 'reference' | 'remark' | 'kind' | 'unclear'>>

/** Of an amount that no other test has. */
export function freshCredit(over: Partial<ListedCredit> = {}): ListedCredit {
  return {
    day: '2026-03-16',
    name: 'Payer Ltd',
    account: '6222020012345678901',
    amountFen: BigInt(randomInt(100, 90_000_000)),
    ...over,
  }
}

/** As a bank's csv of the account. */
export function receiverCsv(credits: readonly ListedCredit[]): Buffer {
  const lines = credits.map(({ day, name, account, amountFen, kind, balanceFen, reference, remark }) => {
    const amount = formatYuan(amountFen)
    const [out, back] = kind === 'debit' ? [amount, ''] : ['', amount]
    const balance = balanceFen === undefined ? '' : formatYuan(balanceFen)
    return [
      day,
      reference ?? randomUUID().slice(0, 12),
      out,
      back,
      balance,
      name,
      `\t${account}`,
      remark ?? '',
    ].join(',')
  })
  const headings = '交易日期,流水号,支出金额,收入金额,余额,对方户名,对方账号,摘要'
  return Buffer.from(`\uFEFF${[headings, ...lines].join('\r\n')}\r\n`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The operation behind the call, on what the reader would find. */
export async function storeListed(
  services: TestServices,
  manager: string,
  listed: readonly ListedCredit[],
  account = FREE_RECEIVER,
) {
  const by = await actorOf(services, manager)
  const bytes = pdfSample(`1 0 obj<</Type/Catalog>>endobj\n% ${randomUUID()}\n`)
  const part = { name: '收款账户.pdf', stream: once(bytes), maxBytes: FILE_RULES.statement.limitBytes }
  const { fileId } = await uploadsOf(services).receive(by, part)
  const lines = listed.map((credit, index): ReadLine => {
    const printed = { kind: 'return', unclear: false, reference: '', remark: '', ...credit } as const
    return { ...printed, lineNumber: index + 1, page: 1, numbers: [], remarkCodes: [] }
  })
  return services.database.transact(async (tx) => {
    const file = await acceptFile(tx, by, fileId, { kind: 'statement' })
    return storeCredits(tx, services, by, { account, file, lines })
  })
}

/** A credit of another payer, and a recharge of the same amount that a manager may match with it. */
export async function openCredit(
  services: TestServices,
  payer = 'payA1',
): Promise<{ creditId: number; rechargeId: number }> {
  const credit = freshCredit({ name: '另一付款人', account: '' })
  const rechargeId = await storeRecharge(services, payer, {
    ...TO_FREE_RECEIVER,
    amountFen: credit.amountFen,
  })
  await storeListed(services, 'admin', [credit])
  return { creditId: await creditOf(services, credit.amountFen), rechargeId }
}

export async function creditOf(services: TestServices, amountFen: bigint): Promise<number> {
  const rows = await services.query<{ id: number }>(
    'select credit_id::int as id from receiver_credits where amount_fen = $1 order by credit_id',
    [amountFen],
  )
  return rows[0]?.id ?? 0
}
