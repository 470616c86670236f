// Imports people from a sheet: company, template, file, whether to invite; a bad row stores nobody and is told (D26).

import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { importFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import { Button, Checkbox, Modal, Select } from 'antd'
import { Download, FileSpreadsheet, FileUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { InvitationResult } from '../invitations/invitation-dialog.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import { megabytesOf, percentSent } from '../ui/files/file-size.ts'
import { BrokenUploadStrip, UploadStrip } from '../ui/files/upload-strip.tsx'
import { uiLabels } from '../ui/labels.ts'
import { BadPeople, BadPeopleHead } from './bad-people.tsx'
import { CHOSEN_ENDINGS, MAX_MEGABYTES, validateFiles } from './import-state.ts'
import { importLabels as labels } from './labels.ts'
import { type CompanyChoice, useCompanyChoice } from './use-company-choice.ts'
import { usePeopleImport } from './use-people-import.ts'
import './import-people-dialog.css'
import './people-dialogs.css'

type ImportPeopleDialogProps = {
  open: boolean
  onClose: () => void
  onInvited: (result: InvitationResult) => void
}

export function ImportPeopleDialog({ open, onClose, onInvited }: ImportPeopleDialogProps) {
  const company = useCompanyChoice()
  const chooser = useRef<HTMLInputElement>(null)
  const [providerId, setProviderId] = useState<number>()
  const [invite, setInvite] = useState(true)
  const [file, setFile] = useState<File>()
  const at = company.chooses && providerId !== undefined ? { providerId } : {}
  const people = usePeopleImport((result) => {
    onClose()
    if (result.invitation === null) toastSuccess(labels.done(result.added.toLocaleString('en-US')))
    else onInvited({ ...result.invitation, links: at })
  })
  const { state, busy } = people

  function take(files: readonly File[]) {
    const validated = validateFiles(files)
    if (validated === undefined) return
    setFile('problem' in validated ? undefined : files[0])
    people.reset('problem' in validated ? validated.problem : undefined)
  }

  function start() {
    if (file === undefined) return
    const input: InputOf<typeof importFreelancers> = {
      fileName: file.name,
      invite: invite ? '1' : '0',
      ...at,
    }
    people.start(file, input)
  }

  const refused = state.at === 'refused' ? state.result : undefined
  const held = file === undefined || (company.chooses && providerId === undefined)
  return (
    <Modal
      className={refused === undefined ? 'import-people' : 'import-people failed-rows'}
      open={open}
      title={
        refused === undefined ? labels.title : <BadPeopleHead result={refused} fileName={file?.name ?? ''} />
      }
      width={refused === undefined ? 600 : 960}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={busy ? false : { 'aria-label': uiLabels.close }}
      keyboard={!busy}
      onCancel={onClose}
      afterClose={() => {
        setFile(undefined)
        people.reset()
      }}
      footer={
        busy ? (
          <Button onClick={people.stop}>{labels.stop}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{refused === undefined ? uiLabels.cancel : uiLabels.close}</Button>
            {refused === undefined ? (
              <Button type="primary" disabled={held} onClick={start}>
                {labels.start}
              </Button>
            ) : (
              <Button type="primary" onClick={() => chooser.current?.click()}>
                {labels.chooseAgain}
              </Button>
            )}
          </>
        )
      }
    >
      {refused !== undefined ? (
        <BadPeople result={refused} />
      ) : (
        <>
          {company.chooses ? (
            <CompanyField company={company} value={providerId} disabled={busy} onChange={setProviderId} />
          ) : null}
          {busy ? null : <Zone onChoose={() => chooser.current?.click()} />}
          {state.at === 'choosing' && state.problem !== undefined ? (
            <p className="people-refusal" role="alert">
              {state.problem}
            </p>
          ) : null}
          {state.at === 'broken' ? (
            <BrokenUploadStrip
              title={labels.broken}
              hint={labels.brokenHint}
              resume={labels.again}
              onResume={start}
              dismiss={null}
            />
          ) : null}
          {file !== undefined && state.at === 'choosing' ? (
            <ChosenFile file={file} onRemove={() => setFile(undefined)} />
          ) : null}
          {busy ? (
            <UploadStrip
              fileName={file?.name ?? ''}
              stage={
                state.at === 'sending'
                  ? labels.sending(megabytesOf(state.sentBytes), megabytesOf(state.totalBytes))
                  : labels.reading
              }
              percent={state.at === 'sending' ? percentSent(state) : undefined}
              action={null}
            />
          ) : null}
          <div className="import-invite">
            <Checkbox checked={invite} disabled={busy} onChange={(event) => setInvite(event.target.checked)}>
              {labels.invite}
            </Checkbox>
            <p>{labels.inviteHint}</p>
          </div>
        </>
      )}
      <FileChooser
        chooser={chooser}
        label={labels.choose}
        endings={CHOSEN_ENDINGS}
        {...(open ? { dropHint: labels.drop } : {})}
        busy={busy}
        onFiles={take}
      />
    </Modal>
  )
}

type CompanyFieldProps = {
  company: CompanyChoice
  value: number | undefined
  disabled: boolean
  onChange: (providerId: number) => void
}

function CompanyField({ company, value, disabled, onChange }: CompanyFieldProps) {
  const id = useId()
  return (
    <div className="import-company">
      <label htmlFor={id}>{labels.provider}</label>
      <Select
        id={id}
        value={value ?? null}
        disabled={disabled}
        placeholder={labels.providerHint}
        options={[...company.options]}
        loading={company.loading}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(chosen: number | null) => chosen !== null && onChange(chosen)}
      />
    </div>
  )
}

function Zone({ onChoose }: { onChoose: () => void }) {
  return (
    <div className="import-zone">
      <FileUp size={24} strokeWidth={1.5} aria-hidden="true" />
      <p className="import-zone-words">
        {labels.zone}
        <Button size="small" onClick={onChoose}>
          {labels.choose}
        </Button>
      </p>
      <p className="import-zone-limits">{labels.limits(MAX_MEGABYTES)}</p>
      <p className="import-zone-limits">{labels.allOrNobody}</p>
      <Button
        type="link"
        size="small"
        icon={<Download size={14} aria-hidden="true" />}
        href="/templates/people-template.xlsx"
        download={labels.templateFile}
      >
        {labels.template}
      </Button>
    </div>
  )
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <div className="import-file">
      <FileSpreadsheet size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{file.name}</span>
      <Button
        type="text"
        size="small"
        aria-label={labels.remove}
        title={labels.remove}
        icon={<X size={14} aria-hidden="true" />}
        onClick={onRemove}
      />
    </div>
  )
}
