// /bankformat: makes a bank format of a template or of another format, shows how it is written, and proposes it (ADR 83).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { listBankFormats, proposeBankFormat, testBankFormat } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFormatRow } from '@paywages/wire/bank-files/format-shapes.ts'
import { Button, Checkbox, DatePicker, Form, Select } from 'antd'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { useProviderOptions } from '../api/provider-names.ts'
import { refresh } from '../api/queries.ts'
import { download } from '../api/transfer-files.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { formManner } from '../ui/form/form-manner.ts'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { FormatBatchPreview } from './format-batch-preview.tsx'
import { FormatColumns } from './format-columns.tsx'
import { closedDraft, EMPTY_DRAFT, fromTemplate, type OpenDraft, openDraft, shownOf } from './format-draft.ts'
import { FormatFileFields } from './format-file-fields.tsx'
import { editorLabels as labels, resultEditorLabels as resultLabels } from './format-labels.ts'
import { FormatPreview } from './format-preview.tsx'
import { FormatResults } from './format-results.tsx'
import { FormatTemplate } from './format-template.tsx'
import './format-editor.css'

export const FORMATS_PAGE = '/bankformats'

const DAY = 'YYYY-MM-DD'

const MODES = ['next', 'copy', 'view'] as const
export type EditorMode = 'new' | (typeof MODES)[number]

export function FormatEditorPage() {
  const { key = '', version = '', mode: asked } = usePageSearch()
  const mode = MODES.find((one) => one === asked) ?? 'new'
  if (mode === 'new') return <FormatEditor mode="new" base={undefined} />
  return (
    <RecordPage endpoint={listBankFormats} input={{}} skeletonRows={10}>
      {({ rows }) => {
        const base = rows.find((row) => row.key === key && String(row.version) === version)
        if (base === undefined) return <PageTitle title={labels.missing} />
        return <FormatEditor key={`${key}/${version}/${mode}`} mode={mode} base={base} />
      }}
    </RecordPage>
  )
}

/** A copy is named anew: two of one name cannot be told apart. */
const startOf = (mode: EditorMode, base: BankFormatRow | undefined): OpenDraft =>
  base === undefined ? EMPTY_DRAFT : openDraft(mode === 'copy' ? { ...base.draft, name: '' } : base.draft)

function FormatEditor({ mode, base }: { mode: EditorMode; base: BankFormatRow | undefined }) {
  const go = useGo()
  const providers = useProviderOptions()
  const readOnly = mode === 'view'
  const [draft, setDraft] = useState(() => startOf(mode, base))
  const [lead, setLead] = useState(draft.lead ?? [])
  const [chosen, setChosen] = useState(
    mode === 'next' || readOnly ? base?.providerId || undefined : undefined,
  )
  const [from, setFrom] = useState('')
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<OpenDraft>) => setDraft((before) => ({ ...before, ...part }))
  const only = providers.options.length === 1 ? providers.options[0]?.value : undefined
  const providerId = chosen ?? only
  const shown = shownOf(draft, shanghaiDay(new Date()))
  const sound = shown.faults.length === 0 ? closedDraft(draft) : undefined

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = () =>
    attempt(async () => {
      if (sound === undefined || providerId === undefined) return
      const { waiting } = await call(proposeBankFormat, {
        providerId,
        formatKey: mode === 'next' ? base?.key : undefined,
        effectiveFrom: from || undefined,
        draft: sound,
      })
      toastSuccess(waiting?.msg ?? '')
      await refresh(listBankFormats)
      go(FORMATS_PAGE)
    })

  return (
    <>
      <PageTitle title={labels.title[mode]} {...(readOnly ? { purpose: labels.viewPurpose } : {})} />
      <Form
        {...formManner}
        {...(readOnly ? { requiredMark: false } : {})}
        className="format-editor"
        disabled={readOnly}
      >
        {readOnly ? null : (
          <Section title={labels.template}>
            <FormatTemplate
              draft={draft}
              onRead={(template, headingAt) => {
                setLead(template.lines.slice(0, headingAt))
                setDraft((before) => fromTemplate(before, template, headingAt))
              }}
            />
          </Section>
        )}
        <Section title={labels.file}>
          <div className="format-fields">
            {mode === 'new' || mode === 'copy' ? (
              <Form.Item label={labels.provider} htmlFor="format-provider" required>
                <Select
                  id="format-provider"
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder={labels.noProvider}
                  value={providerId ?? null}
                  {...providers}
                  onChange={(id) => setChosen(id ?? undefined)}
                />
              </Form.Item>
            ) : null}
            <FormatFileFields draft={draft} readOnly={readOnly} onChange={change} />
            {lead.length === 0 ? null : (
              <Form.Item label={labels.lead}>
                <Checkbox
                  checked={(draft.lead ?? []).length > 0}
                  onChange={(event) => change({ lead: event.target.checked ? lead : [] })}
                >
                  {labels.keepLead(lead.length)}
                </Checkbox>
              </Form.Item>
            )}
          </div>
        </Section>
        <Section title={labels.columns} hint={labels.columnsHint}>
          <FormatColumns
            columns={draft.columns}
            isFixed={draft.container === 'fixed'}
            readOnly={readOnly}
            onChange={(columns) => change({ columns })}
          />
        </Section>
        {draft.container === 'pain.001' ? null : (
          <Section title={resultLabels.title} hint={resultLabels.hint}>
            <FormatResults draft={draft} onChange={change} />
          </Section>
        )}
        <Section title={labels.preview}>
          <FormatPreview draft={draft} shown={shown} />
        </Section>
        {readOnly ? null : (
          <Section title={labels.batchPreview} hint={labels.batchPreviewHint}>
            {providerId === undefined ? (
              <p className="format-hint">{labels.batchNeedsProvider}</p>
            ) : (
              <FormatBatchPreview key={providerId} draft={sound} providerId={providerId} />
            )}
          </Section>
        )}
        {readOnly ? null : (
          <Section title={labels.submit} hint={labels.submitHint}>
            <div className="format-fields">
              <Form.Item label={labels.effectiveFrom} htmlFor="format-from">
                <DatePicker
                  id="format-from"
                  value={from === '' ? null : dayjs(from)}
                  disabledDate={(day) => day.format(DAY) < shanghaiDay(new Date())}
                  onChange={(day) => setFrom(day?.format(DAY) ?? '')}
                />
              </Form.Item>
            </div>
            <div className="format-acts">
              <Button
                icon={<Download size={14} aria-hidden="true" />}
                disabled={busy || sound === undefined}
                onClick={() => sound && void attempt(() => download(testBankFormat, { draft: sound }))}
              >
                {labels.test}
              </Button>
              <Button
                type="primary"
                loading={busy}
                disabled={sound === undefined || providerId === undefined}
                onClick={() => void submit()}
              >
                {labels.submit}
              </Button>
            </div>
          </Section>
        )}
      </Form>
    </>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="format-section" aria-label={title}>
      <h2>{title}</h2>
      {hint === undefined ? null : <p className="format-hint">{hint}</p>}
      {children}
    </section>
  )
}
