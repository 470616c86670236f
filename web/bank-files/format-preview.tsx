// How a format would be written, line by line, with people that do not exist; or what is still wrong with it.

import { isWorkbook } from '@paywages/domain/bank-files/bank-format.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import type { OpenDraft, Shown } from './format-draft.ts'
import { editorLabels as labels } from './format-labels.ts'

export function FormatPreview({ draft, shown }: { draft: OpenDraft; shown: Shown }) {
  if (shown.faults.length > 0)
    return (
      <Notice tone="wait" title={labels.faults(shown.faults.length)}>
        <ul className="format-faults">
          {shown.faults.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <>
      <p className="format-hint">
        {labels.previewHint} {labels.previewFile(shown.fileName)}
      </p>
      <FormatLines draft={draft} lines={shown.lines} label={labels.preview} />
    </>
  )
}

type LinesProps = {
  draft: Pick<OpenDraft, 'container' | 'separator'>
  lines: readonly (readonly string[])[]
  label: string
}

export function FormatLines({ draft, lines, label }: LinesProps) {
  const separator = draft.container === 'fixed' ? '|' : (draft.separator ?? ',')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section className="format-lines" aria-label={label} tabIndex={0}>
      {isWorkbook(draft.container) ? (
        <table>
          <tbody>
            {lines.map((cells, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
              <tr key={line}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor have cells
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <pre>{lines.map((cells) => cells.join(separator)).join('\n')}</pre>
      )}
    </section>
  )
}
