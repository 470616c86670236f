// The bank's counter for files as a page: a form, what was executed, and the results to take away; no scripts.

import { createHash } from 'node:crypto'
import { shanghaiTime } from '../clock.ts'
import type { Control } from '../control.ts'
import { endingLabels, FILE_LABELS as labels, PAGE_LABELS } from '../labels.ts'
import { grouped, yuan } from '../money.ts'
import type { Executed, ExecutedFile } from './file-desk.ts'
import { statementDays } from './file-statement.ts'

const STYLE = `
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 1120px; padding: 32px 32px 64px; color: #1c2536; background: #fff;
  font: 14px/22px -apple-system, 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif;
  font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 22px; line-height: 32px; color: #0f1728; }
h2 { margin: 32px 0 8px; font-size: 16px; line-height: 24px; color: #0f1728; }
p { margin: 4px 0 0; color: #475467; }
.alarm { color: #b1231a; }
.done { color: #0b6438; }
form { display: flex; align-items: center; gap: 12px; margin: 16px 0 0; padding: 16px; border: 1px solid #e7eaf0; border-radius: 8px; }
button { padding: 5px 16px; border: 1px solid #174ea6; border-radius: 6px; background: #174ea6; color: #fff; font: inherit; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px 8px 0; text-align: left; border-bottom: 1px solid #edf0f4; white-space: nowrap; vertical-align: top; }
th { font-size: 12px; font-weight: 400; color: #5d6b82; border-bottom-color: #d9dfe8; }
td.name { white-space: normal; overflow-wrap: anywhere; min-width: 160px; }
td.words { white-space: normal; min-width: 150px; }
td.words a { display: inline-block; }
.money { text-align: right; padding-right: 24px; }
.narrow { width: auto; }
a { color: #174ea6; margin-right: 12px; }
.empty { padding: 24px 0; color: #5d6b82; }
`

export const FILES_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export type Said = { readonly tone: 'done' | 'alarm'; readonly words: string }

const OUTCOMES: readonly Executed['status'][] = ['succeeded', 'rejected', 'processing', 'silent']

function outcomesOf({ orders }: ExecutedFile): string {
  return OUTCOMES.map((status) => [status, orders.filter((one) => one.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${labels.outcomes[status]} ${grouped(count)}`)
    .join('，')
}

const head = (columns: readonly string[], money: readonly number[] = []): string =>
  `<thead><tr>${columns.map((one, at) => `<th scope="col"${money.includes(at) ? ' class="money"' : ''}>${one}</th>`).join('')}</tr></thead>`

function renderExecuted(files: readonly ExecutedFile[]): string {
  if (files.length === 0) return `<p class="empty">${labels.empty}</p>`
  const rows = files.map((file) => {
    const sum = file.orders.reduce((total, { amountFen }) => total + BigInt(amountFen), 0n)
    const kinds = [
      'csv',
      'xlsx',
      ...(file.messageId === '' ? [] : ['pain.002' as const]),
      ...(file.accountNo ? ['camt.053' as const] : []),
    ] as const
    const links = kinds.map(
      (as) => `<a href="/files/result?id=${file.id}&amp;as=${as}">${labels.results[as]}</a>`,
    )
    return `<tr><td>${shanghaiTime(file.at)}</td><td class="name">${escapeHtml(file.name)}</td><td>${file.batchNo}</td><td class="money">${grouped(file.orders.length)}</td><td class="money">${yuan(sum)}</td><td class="words">${outcomesOf(file)}</td><td class="words">${links.join('')}</td></tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="${labels.executed}"><table>${head(labels.columns, [3, 4])}<tbody>
${rows.join('\n')}
</tbody></table></div>
<h2>${labels.statements}</h2>
<table class="narrow">${head(labels.statementColumns)}<tbody>
${statementDays(files)
  .map((day) => {
    const links = (['xlsx', 'camt.053'] as const).map(
      (as) => `<a href="/files/statement?day=${day}&amp;as=${as}">${labels.statement[as]}</a>`,
    )
    return `<tr><td>${day}</td><td>${links.join('')}</td></tr>`
  })
  .join('\n')}
</tbody></table>`
}

export function renderFiles(
  files: readonly ExecutedFile[],
  control: Control,
  said: Said | undefined,
): string {
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${labels.title}</title><style>${STYLE}</style></head>
<body><main>
<h1>${labels.title}</h1>
<p>${labels.intro}</p>
${control.repeatsFiles ? `<p class="alarm">${labels.repeats}</p>` : ''}
${said ? `<p class="${said.tone}" role="status">${escapeHtml(said.words)}</p>` : ''}
<form method="post" action="/files" enctype="multipart/form-data">
<label>${labels.file} <input type="file" name="file" required></label>
<label>${labels.account} <input name="account" inputmode="numeric" pattern="[0-9]{6,34}" maxlength="34"></label>
<button>${labels.submit}</button>
</form>
<h2>${labels.executed}</h2>
${renderExecuted(files)}
<h2>${PAGE_LABELS.endings}</h2>
<table class="narrow">${head(PAGE_LABELS.endingColumns)}<tbody>
${endingLabels(control.delays)
  .map(([ending, what]) => `<tr><td>${ending}</td><td>${what}</td></tr>`)
  .join('\n')}
</tbody></table>
<p><a href="/">${labels.back}</a></p>
</main></body>
</html>
`
}
