// Gives the rows of a statement that were not understood as .xlsx, to be looked at beside the bank's own file.

import type { UnreadReason } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { StatementHead, UnreadLine } from '@paywages/wire/bank-statements/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { exportSheet } from '../exports/export-sheet.ts'
import { atOnce, type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import type { Download } from '../http/call.ts'
import { everyUnread } from './read-store.ts'

const REASONS: Readonly<Record<UnreadReason, string>> = {
  amount: '金额无法识别',
  day: '日期无法识别',
  payee: '没有收款人、账号或流水号',
}

export function exportUnread(services: Services, by: Actor, statement: StatementHead): Promise<Download> {
  const { statementId, fileName, providerId, unreadCount } = statement
  const entry = {
    action: 'export-unread-rows',
    object: { kind: 'statement', id: statementId, name: fileName },
    providerId,
    after: { rows: unreadCount },
  } as const
  const about = { entry, fileName: `未识别的行-${fileName.replace(/\.[^.]*$/, '')}.xlsx`, count: unreadCount }
  return exportSheet(services, by, about, SHEET, statementId)
}

const SHEET: SheetDefinition<number, UnreadLine> = {
  sheetName: '未识别的行',
  columns: () => [
    textColumn('页', 8, ({ page }) => String(page)),
    textColumn('行', 8, ({ place }) => String(place)),
    textColumn('原因', 28, ({ why }) => REASONS[why]),
    textColumn('内容', 80, ({ text }) => text),
  ],
  pieces: (tx, _, statementId) => atOnce(everyUnread(tx, statementId)),
}
