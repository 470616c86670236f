// What is said to people who read personal data in full more often than they may.

import { type RefusalText, waitWords } from '../refusal.ts'

export const personalRefusals = {
  'reveals-exhausted': {
    http: 429,
    msg: (detail) =>
      `一小时内查看完整信息已达 ${detail.count} 次上限，请 ${waitWords(detail)}后再试；管理员已收到提醒`,
  },
  'exports-exhausted': {
    http: 429,
    msg: (detail) =>
      `一小时内导出完整信息已达 ${detail.count} 次上限，请 ${waitWords(detail)}后再试；管理员已收到提醒`,
  },
} as const satisfies Record<string, RefusalText>
