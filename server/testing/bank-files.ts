// Batches on the file channel for tests: an account, files made as the worker does, and results as banks write them.

import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import { insertPayingAccount } from '../bank-files/account-store.ts'
import { askWithdrawal, downloadBankFile, submitBankFile } from '../bank-files/file-steps.ts'
import { rowsOfFile } from '../bank-files/file-store.ts'
import { makeBankFiles } from '../bank-files/make-files.ts'
import { actorOf } from './actor.ts'
import { type SentFile, signIn } from './client.ts'
import { fund, storeBatch, takeStep } from './payout-batches.ts'
import { freshRows, type SheetRow } from './payout-sheet.ts'
import type { TestServices } from './test-services.ts'

export const ACCOUNT_NO = '571900000000188'

/** From now on the provider's starts go by files. */
export function payByFiles(
  services: Services,
  providerId: number,
  formatKey = 'general-xlsx',
): Promise<number> {
  return services.database.transact((tx) =>
    insertPayingAccount(
      tx,
      providerId,
      {
        holderName: '星河科技有限公司',
        bankName: '招商银行杭州分行',
        sealedAccount: services.cipher.seal(ACCOUNT_NO, PAYING_ACCOUNT_SEAL),
        accountTail: ACCOUNT_NO.slice(-4),
        channel: 'file',
        formatKey,
        isDefault: true,
        enabled: true,
      },
      services.clock.now(),
    ),
  )
}

export const payDirectly = (services: TestServices, providerId: number) =>
  services.query('update paying_accounts set is_default = false where provider_id = $1', [providerId])

export type Paid = { readonly providerId: number; readonly pay: string; readonly check: string }

export type FileBatchMade = {
  readonly batchId: number
  readonly rowIds: readonly number[]
  readonly files: readonly number[]
}

/** Started by files, which the worker has made; the provider pays directly again afterwards. */
export async function madeFiles(
  services: TestServices,
  { providerId, pay, check }: Paid,
  rows: readonly SheetRow[] = freshRows(2),
  formatKey?: string,
): Promise<FileBatchMade> {
  await fund(services, providerId)
  const { batchId, rowIds } = await storeBatch(services, pay, rows)
  await takeStep(services, pay, batchId, 'reviewing')
  await takeStep(services, check, batchId, 'ready')
  await payByFiles(services, providerId, formatKey)
  await takeStep(services, pay, batchId, 'transferring')
  await payDirectly(services, providerId)
  await makeBankFiles(services)
  const files = await services.query<{ id: number }>(
    'select bank_file_id as id from bank_files where batch_id = $1 order by 1',
    [batchId],
  )
  return { batchId, rowIds, files: files.map(({ id }) => id) }
}

export async function downloaded(
  services: TestServices,
  bankFileId: number,
  pay: string,
  reason = '',
): Promise<Buffer> {
  const { stream } = await downloadBankFile(services, await actorOf(services, pay), bankFileId, reason)
  return Buffer.concat(await stream.toArray())
}

export async function submitted(
  services: TestServices,
  bankFileId: number,
  pay: string,
  reason = '',
): Promise<void> {
  await downloaded(services, bankFileId, pay, reason)
  await submitBankFile(services, await actorOf(services, pay), bankFileId, 'Z0001')
}

export const asked = async (services: TestServices, bankFileId: number, by: string) =>
  askWithdrawal(services, await actorOf(services, by), bankFileId, 'the wrong account')

/** What a bank would write under each row; those without a word are left out. */
export async function resultCsv(
  services: TestServices,
  bankFileId: number,
  words: readonly (string | undefined)[],
): Promise<SentFile> {
  const rows = await services.database.read((tx) => rowsOfFile(tx, bankFileId))
  const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
  const lines = rows.flatMap(({ reference, name, netFen }, index) => {
    const word = words[index]
    const yuan = (Number(netFen) / 100).toFixed(2)
    return word === undefined
      ? []
      : [
          `${reference},${name},${opened[index]?.cardNo},${yuan},${word},${word === '失败' ? '账号户名不符' : ''}`,
        ]
  })
  const text = ['业务参考号,收款人户名,收款账号,金额（元）,状态,失败原因', ...lines].join('\r\n')
  return { fileName: 'result.csv', value: new TextEncoder().encode(`\uFEFF${text}\r\n`) }
}

/** The call with its file, as the page makes it; kept where the digest is given. */
export async function postResult(
  services: TestServices,
  account: string,
  bankFileId: number,
  file: SentFile,
  sha256?: string,
) {
  const client = await signIn(services, account)
  return client.wire('importBankResult', {
    bankFileId: String(bankFileId),
    ...(sha256 === undefined ? {} : { sha256 }),
    file,
  })
}

/** Read and kept; returns its id and digest. */
export async function imported(services: TestServices, account: string, bankFileId: number, file: SentFile) {
  const { body } = await postResult(services, account, bankFileId, file)
  if (body.status !== 0) throw new Error(`the result was refused: ${JSON.stringify(body)}`)
  const { sha256 } = body.data as { sha256: string }
  const kept = await postResult(services, account, bankFileId, file, sha256)
  if (kept.body.status !== 0) throw new Error(`the result was refused: ${JSON.stringify(kept.body)}`)
  const [row] = await services.query<{ id: number }>(
    `select result_id as id from bank_file_results where bank_file_id = $1 and state = 'waiting'`,
    [bankFileId],
  )
  return { resultId: row?.id ?? 0, sha256 }
}
