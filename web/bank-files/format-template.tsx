// Takes a bank's template, shows what was read of it, and lets people say which line has the headings.

import { readBankTemplate } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankTemplate } from '@paywages/wire/bank-files/format-shapes.ts'
import { Button, Form, Select } from 'antd'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { upload } from '../api/transfer-files.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import type { OpenDraft } from './format-draft.ts'
import { editorLabels as labels } from './format-labels.ts'

type TemplateProps = { draft: OpenDraft; onRead: (template: BankTemplate, headingAt: number) => void }

const SHOWN_CELLS = 6

export function FormatTemplate({ draft, onRead }: TemplateProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [read, setRead] = useState<{ template: BankTemplate; headingAt: number }>()

  const take = (template: BankTemplate, headingAt: number) => {
    setRead({ template, headingAt })
    onRead(template, headingAt)
  }
  async function send(file: File): Promise<void> {
    setBusy(true)
    try {
      const template = await upload(readBankTemplate, {}, [file])
      take(template, template.headingAt ?? 0)
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const open = draft.columns.filter(({ field }) => field === undefined).length
  return (
    <div className="format-template">
      <FileChooser
        chooser={chooser}
        label={labels.choose}
        endings=".xlsx,.xls,.csv,.txt"
        dropHint={labels.drop}
        busy={busy}
        onFiles={([one]) => one && void send(one)}
      />
      <p className="format-hint">{labels.templateHint}</p>
      <Button
        icon={<Upload size={14} aria-hidden="true" />}
        loading={busy}
        onClick={() => chooser.current?.click()}
      >
        {busy ? labels.reading : labels.choose}
      </Button>
      {read === undefined ? null : (
        <>
          <p role="status">{labels.readOf(read.template.name, draft.columns.length - open, open)}</p>
          <Form.Item label={labels.headingLine} htmlFor="format-heading-line">
            <Select
              id="format-heading-line"
              value={read.headingAt}
              options={read.template.lines.map((cells, value) => ({
                value,
                label: labels.lineOf(value + 1, cells.filter(Boolean).slice(0, SHOWN_CELLS).join('、')),
              }))}
              onChange={(line) => take(read.template, line)}
            />
          </Form.Item>
        </>
      )}
    </div>
  )
}
