// One good request for every call about bank files, their results, formats and paying accounts.

import { asked, downloaded, imported, resultCsv, submitted } from './bank-files.ts'
import { draftNamed, storedFormat } from './bank-formats.ts'
import { unheardStatement } from './bank-statements.ts'
import type { SentFile } from './client.ts'
import type { People } from './people.ts'
import type { TestServices } from './test-services.ts'

type Place = {
  readonly services: TestServices
  readonly people: People
  readonly bankFile: (
    provider: keyof People['providers'],
  ) => Promise<{ readonly batchId: number; readonly bankFileId: number }>
}

/** Of the file that was last brought to the bank. */
let lastResult: SentFile = { fileName: 'result.csv', value: new Uint8Array() }

/** The file that travels with an imported result. */
export const resultAtHand = async (): Promise<SentFile> => lastResult

async function fileAtBank({ services, bankFile }: Place): Promise<number> {
  const { bankFileId } = await bankFile('A1')
  await submitted(services, bankFileId, 'payA1')
  lastResult = await resultCsv(services, bankFileId, ['成功', '失败'])
  return bankFileId
}

/** One that was withdrawn, and debited all the same. */
async function contradictedFile({ services, bankFile }: Place): Promise<number> {
  const { bankFileId } = await bankFile('A1')
  await services.query(
    `insert into bank_file_contradictions (bank_file_id, position, what, statement_id, found_at)
     select $1, 1, 'failed-debited', $2, now()`,
    [bankFileId, await unheardStatement(services, 'payA1')],
  )
  return bankFileId
}

/** With a line that could speak of its second row, or of none. */
async function unclearResult(samples: Place) {
  const { services } = samples
  const { bankFileId } = await samples.bankFile('A1')
  // Calls that only read are given one file again and again, which may have been downloaded.
  const [waiting] = await services.query<{ id: number }>(
    'select result_id as id from bank_file_results where bank_file_id = $1',
    [bankFileId],
  )
  if (waiting) return { bankFileId, resultId: waiting.id }
  await submitted(services, bankFileId, 'payA1', 'a reason')
  const file = await resultCsv(services, bankFileId, ['成功'])
  const { resultId } = await imported(services, 'payA1', bankFileId, file)
  await services.query('insert into bank_file_line_candidates values ($1, 1, 2)', [resultId])
  await services.query(
    `insert into bank_file_ambiguous_lines (result_id, line, group_no, status, reason, serial) values ($1, 3, 1, 'succeeded', '', '')`,
    [resultId],
  )
  return { bankFileId, resultId }
}

export const GOOD_BANK_FILE_INPUT = {
  batchBankFiles: async ({ bankFile }: Place) => ({ batchId: (await bankFile('A1')).batchId }),
  downloadBankFile: async ({ bankFile }: Place) => ({ bankFileId: (await bankFile('A1')).bankFileId }),
  submitBankFile: async ({ services, bankFile }: Place) => {
    const { bankFileId } = await bankFile('A1')
    await downloaded(services, bankFileId, 'payA1')
    return { bankFileId, bankBatchNo: 'Z1' }
  },
  importBankResult: async (samples: Place) => ({ bankFileId: await fileAtBank(samples) }),
  bankResultLines: unclearResult,
  assignResultLines: async (samples: Place) => ({
    ...(await unclearResult(samples)),
    revision: 0,
    choices: [{ line: 3, position: 2 }],
  }),
  decideBankResult: async (samples: Place) => {
    const bankFileId = await fileAtBank(samples)
    const kept = await imported(samples.services, 'payA1', bankFileId, lastResult)
    return { bankFileId, ...kept, confirms: false, reason: 'a reason' }
  },
  askFileWithdrawal: async ({ bankFile }: Place) => ({
    bankFileId: (await bankFile('A1')).bankFileId,
    reason: 'a reason',
  }),
  decideFileWithdrawal: async ({ services, bankFile }: Place) => {
    const { bankFileId } = await bankFile('A1')
    await asked(services, bankFileId, 'payA1')
    return { bankFileId, confirms: false, reason: 'a reason' }
  },
  lookIntoContradictions: async (samples: Place) => {
    const bankFileId = await contradictedFile(samples)
    return { bankFileId, word: 'the bank was asked' }
  },
  listPayingAccounts: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  listBankFormats: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  changeAccountChoice: async ({ services, people }: Place) => {
    await services.query(
      `update proposals set state = 'withdrawn', change = null where kind = 'change-account-choice' and state = 'open'`,
    )
    return { providerId: people.providers.A1, starterChooses: true }
  },
  releaseBankFiles: async ({ services, people }: Place) => {
    await services.query(
      `update proposals set state = 'withdrawn', change = null where kind = 'release-bank-files' and state = 'open'`,
    )
    await services.query('update sending_gate set restored_at = now()')
    return { providerId: people.providers.A1, word: 'compared with online banking' }
  },
  readBankTemplate: () => ({}),
  testBankFormat: () => ({ draft: draftNamed('某银行代发') }),
  proposeBankFormat: async ({ services, people }: Place) => {
    await services.query(
      `update proposals set state = 'withdrawn', change = null where kind = 'add-bank-format' and state = 'open'`,
    )
    return { providerId: people.providers.A1, draft: draftNamed('某银行代发') }
  },
  withdrawBankFormat: async ({ services, people }: Place) => ({
    bankFormatId: (await storedFormat(services, people.providers.A1)).id,
    reason: 'a reason',
  }),
  changePayingAccount: async ({ services, people }: Place) => {
    await services.query(
      `update proposals set state = 'withdrawn', change = null where kind = 'change-paying-account' and state = 'open'`,
    )
    return {
      providerId: people.providers.A1,
      holderName: 'a company',
      bankName: 'a bank',
      accountNo: '571900000000188',
      channel: 'file' as const,
      formatKey: 'general-xlsx',
      isDefault: false,
      enabled: true,
    }
  },
}
