// Formats that people made, for tests: a draft as the editor sends it, a stored version, a template as a bank gives it out.

import type { FormatDraft } from '@paywages/domain/bank-files/bank-format.ts'
import { tidyDraft } from '@paywages/domain/bank-files/format-rules.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import { insertFormat } from '../bank-files/format-store.ts'
import type { SentFile } from './client.ts'
import type { TestServices } from './test-services.ts'

export const draftNamed = (name: string, over: Partial<FormatDraft> = {}): FormatDraft => ({
  name,
  container: 'csv',
  encoding: 'gbk',
  separator: '|',
  hasHeading: true,
  columns: [
    { heading: '币种', field: 'constant', text: 'RMB' },
    { heading: '卡号', field: 'cardNo' },
    { heading: '姓名', field: 'name', width: 60 },
    { heading: '实发金额', field: 'amount' },
    { heading: '附言', field: 'reference', width: 40 },
  ],
  rowsPerFile: 500,
  purpose: '劳务报酬',
  ...over,
})

let made = 0

/** As after a confirmation; two accounts made it. */
export async function storedFormat(
  services: TestServices,
  providerId: number,
  draft: FormatDraft = draftNamed(`格式${++made}`),
): Promise<{ id: number; key: string }> {
  const at = services.clock.now()
  const [one, two] = await services.query<{ id: number }>(
    'select account_id as id from accounts order by account_id limit 2',
  )
  return services.database.transact((tx) =>
    insertFormat(tx, {
      providerId,
      key: undefined,
      draft: tidyDraft(draft),
      effectiveFrom: shanghaiDay(at),
      proposedBy: one?.id ?? 0,
      confirmedBy: two?.id ?? null,
      at,
    }),
  )
}

export const templateCsv = (): SentFile => ({
  fileName: 'template.csv',
  value: encodeGb18030(
    '某银行代发模板\r\n序号|*收款账号|收款户名|金额（元）|币种|备注\r\n1|6222|张三|1.00|RMB|x\r\n',
  ),
})
