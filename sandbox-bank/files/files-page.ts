// The bank's counter for files as a page: a form, what was executed, and the results to take away; no scripts.

import { createHash } from 'node:crypto'
import { shanghaiTime } from '../clock.ts'
import { FILE_LABELS as labels } from '../labels.ts'
import { grouped, yuan } from '../money.ts'
import type { ExecutedFile } from './file-desk.ts'

const STYLE = `
body { margin: 0 auto; max-width: 1120px; padding: 32px; color: #1c2536; background: #fff;
  font: 14px/22px -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 22px; line-height: 32px; color: #0f1728; }
p { margin: 4px 0 16px; color: #475467; }
.alarm { color: #b1231a; }
.done { color: #0b6438; }
form { display: flex; gap: 12px; margin-bottom: 24px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px 8px 0; text-align: left; border-bottom: 1px solid #edf0f4; }
th { font-size: 12px; font-weight: 400; color: #5d6b82; }
a { color: #174ea6; margin-right: 12px; }
`

export const FILES_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export type Said = { readonly tone: 'done' | 'alarm'; readonly words: string }

export function renderFiles(files: readonly ExecutedFile[], said: Said | undefined): string {
  const rows = files.map((file) => {
    const sum = file.orders.reduce((total, { amountFen }) => total + BigInt(amountFen), 0n)
    const links = (['csv', ...(file.messageId === '' ? [] : ['pain.002']), 'camt.053'] as const)
      .map(
        (as) => `<a href="/files/result?id=${file.digest}&amp;as=${as}">${labels.results[as as 'csv']}</a>`,
      )
      .join('')
    const cells = [
      shanghaiTime(file.at),
      escapeHtml(file.name),
      file.batchNo,
      grouped(file.orders.length),
      yuan(sum),
      links,
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${labels.title}</title><style>${STYLE}</style></head>
<body><main>
<h1>${labels.title}</h1>
<p>${labels.intro}</p>
${said ? `<p class="${said.tone}" role="status">${escapeHtml(said.words)}</p>` : ''}
<form method="post" action="/files" enctype="multipart/form-data">
<label>${labels.file} <input type="file" name="file" required></label>
<button>${labels.submit}</button>
</form>
<table><thead><tr>${labels.columns.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</main></body>
</html>
`
}
