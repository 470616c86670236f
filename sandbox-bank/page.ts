// The page that shows what the bank has done: one document without scripts or anything from elsewhere.

import { createHash } from 'node:crypto'
import type { Book } from './book.ts'
import { shanghaiTime } from './clock.ts'
import type { Control } from './control.ts'
import { CALLBACK_LABELS, CODE_MESSAGES, endingLabels, PAGE_LABELS, STATUS_LABELS } from './labels.ts'
import { grouped, yuan } from './money.ts'
import { LINES_A_PART } from './statement-pdf.ts'

const STYLE = `
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 1120px; padding: 32px 32px 64px; color: #1c2536; background: #fff;
  font: 14px/22px -apple-system, 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif;
  font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 22px; line-height: 32px; color: #0f1728; }
h2 { margin: 40px 0 8px; font-size: 16px; line-height: 24px; color: #0f1728; }
p { margin: 4px 0 0; color: #475467; }
.alarm { color: #8a4b00; }
dl { display: flex; flex-wrap: wrap; gap: 16px 0; margin: 24px 0 0; padding: 16px 0; border-block: 1px solid #e7eaf0; }
dl div { flex: 1 0 auto; padding-inline: 24px; border-left: 1px solid #e7eaf0; }
dl div:first-child { padding-left: 0; border-left: 0; }
dt { font-size: 12px; line-height: 20px; color: #5d6b82; }
dd { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; color: #0f1728; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { padding: 8px 12px 8px 0; font-size: 12px; font-weight: 400; text-align: left; white-space: nowrap;
  color: #5d6b82; border-bottom: 1px solid #d9dfe8; }
td { padding: 8px 12px 8px 0; white-space: nowrap; border-bottom: 1px solid #edf0f4; }
.money { text-align: right; padding-right: 32px; }
.endings { width: auto; }
a { color: #174ea6; margin-right: 12px; }
.tag { padding: 2px 8px; border-radius: 4px; font-size: 12px; }
.succeeded { color: #0b6438; background: #e4f5ea; }
.processing, .pending { color: #174ea6; background: #e7f0fe; }
.rejected, .given-up { color: #b1231a; background: #fdebe9; }
.returned { color: #8a4b00; background: #fdf1dc; }
.held, .not-accepted { color: #475467; background: #eff1f5; }
.empty { padding: 32px 0; color: #5d6b82; }
`

/** Names the style by its hash, so that nothing else that might get into the page is obeyed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function renderPage(book: Book, control: Control, now: number): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>${PAGE_LABELS.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${PAGE_LABELS.title}</h1>
<p>${PAGE_LABELS.intro} ${shanghaiTime(now)}</p>
${control.outage ? `<p class="alarm">${PAGE_LABELS.outage}</p>` : ''}
${control.callbacks && control.notifyUrl ? '' : `<p class="alarm">${PAGE_LABELS.silent}</p>`}
${renderTotals(book)}
<p><a href="/files">${PAGE_LABELS.files}</a></p>
<h2>${PAGE_LABELS.statements}</h2>
${renderStatements(book)}
<h2>${PAGE_LABELS.recent}</h2>
${renderRecent(book)}
<h2>${PAGE_LABELS.endings}</h2>
<table class="endings">
${renderHead(PAGE_LABELS.endingColumns)}
<tbody>
${endingLabels(control.delays)
  .map(([ending, what]) => `<tr><td>${ending}</td><td>${what}</td></tr>`)
  .join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

function renderTotals(book: Book): string {
  const { executed, returned } = book.totals
  const figures = [
    [PAGE_LABELS.executedCount, grouped(executed.count)],
    [PAGE_LABELS.executedAmount, yuan(executed.amountFen)],
    [PAGE_LABELS.returnedCount, grouped(returned.count)],
    [PAGE_LABELS.returnedAmount, yuan(returned.amountFen)],
    [PAGE_LABELS.awaiting, grouped(book.awaitingCount)],
  ]
  return `<dl>${figures.map(([label, figure]) => `<div><dt>${label}</dt><dd>${figure}</dd></div>`).join('')}</dl>`
}

function renderRecent(book: Book): string {
  const recent = book.recent()
  if (recent.length === 0) return `<p class="empty">${PAGE_LABELS.empty}</p>`
  const rows = recent.map(({ transfer, callback }) => {
    const { step } = transfer
    const { reference, name, cardTail, amountFen } = transfer.order
    const cells = [
      shanghaiTime(step.at),
      escapeHtml(reference),
      escapeHtml(maskName(name)),
      escapeHtml(cardTail),
      { money: yuan(BigInt(amountFen)) },
      `<span class="tag ${step.status}">${STATUS_LABELS[step.status]}</span>`,
      step.status === 'rejected' ? CODE_MESSAGES[step.code] : '—',
      callback === 'none'
        ? CALLBACK_LABELS.none
        : `<span class="tag ${callback}">${CALLBACK_LABELS[callback]}</span>`,
    ]
    const tds = cells.map((cell) =>
      typeof cell === 'string' ? `<td>${cell}</td>` : `<td class="money">${cell.money}</td>`,
    )
    return `<tr>${tds.join('')}</tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="${PAGE_LABELS.recent}"><table>\n${renderHead(PAGE_LABELS.columns)}\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>`
}

/** A link for each of the last days that have lines; long days come in parts. */
function renderStatements(book: Book): string {
  const days = book.days()
  if (days.length === 0) return `<p class="empty">${PAGE_LABELS.noStatements}</p>`
  const rows = days.map(({ day, count }) => {
    const parts = Array.from({ length: Math.ceil(count / LINES_A_PART) }, (_, part) => {
      const words = part === 0 ? PAGE_LABELS.download : PAGE_LABELS.downloadPart(part + 1)
      return `<a href="/statement.pdf?day=${day}&amp;part=${part + 1}">${words}</a>`
    })
    return `<tr><td>${day}</td><td class="money">${grouped(count)}</td><td>${parts.join(' ')}</td></tr>`
  })
  return `<table class="endings">\n${renderHead(PAGE_LABELS.statementColumns)}\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
}

function renderHead(columns: readonly string[]): string {
  const cells = columns.map((column) => {
    const isMoney = column === PAGE_LABELS.columns[4] || column === PAGE_LABELS.statementColumns[1]
    return isMoney ? `<th scope="col" class="money">${column}</th>` : `<th scope="col">${column}</th>`
  })
  return `<thead><tr>${cells.join('')}</tr></thead>`
}

/** 张三丰 becomes 张*: enough to recognise, too little to know. */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}*`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
