// What became of an invitation to sign: one person's link with a code to scan, or the list of links of many (D27).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { LINK_DAYS } from '@paywages/domain/signing/signing-link.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { exportLinks } from '@paywages/wire/signing/endpoints.ts'
import type { ShownLink } from '@paywages/wire/signing/shapes.ts'
import { Button, Modal, QRCode } from 'antd'
import { Check, Copy, Download, Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { useCopied } from '../ui/display/use-copied.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { uiLabels } from '../ui/labels.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { invitationLabels as labels } from './labels.ts'
import './invitation-dialog.css'

/** The answer of an invitation fits as it is; a link that is shown or sent again needs its link alone. */
export type InvitationResult = {
  readonly link: ShownLink | null
  readonly invited?: number
  readonly alreadySigned?: number
  /** Links went to their people's phones alone. */
  readonly byMessage?: boolean
  /** Whose link it is. */
  readonly who?: string | undefined
  /** Whose links the list holds, where there are many. */
  readonly links?: InputOf<typeof exportLinks>
}

/** Shows what is told to `show` until it is closed; `dialog` stands anywhere on the page. */
export function useInvitationDialog(): { dialog: ReactNode; show: (result: InvitationResult) => void } {
  const { shown, open, show, close } = useShown<InvitationResult>()
  return {
    dialog: shown === undefined ? null : <InvitationDialog result={shown} open={open} onClose={close} />,
    show,
  }
}

type InvitationDialogProps = {
  /** Stays while the dialog fades away. */
  result: InvitationResult
  open: boolean
  onClose: () => void
}

export function InvitationDialog({ result, open, onClose }: InvitationDialogProps) {
  const { invited = 1 } = result
  // Sent again where links are not shown: its address is empty.
  const link = result.link?.url === '' ? null : result.link
  const byMessage = result.byMessage === true || result.link?.url === ''
  return (
    <Modal
      className="invitation"
      open={open}
      title={titleOf({ ...result, link, byMessage, invited })}
      width={560}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': uiLabels.close }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiLabels.close}</Button>
          {link !== null ? <CopyLink url={link.url} /> : null}
          {link === null && invited > 0 && !byMessage ? <SaveLinks links={result.links ?? {}} /> : null}
        </>
      }
    >
      {link !== null ? <OneLink link={link} /> : <Many result={{ ...result, byMessage, invited }} />}
    </Modal>
  )
}

function titleOf({ link, who, invited = 0, byMessage }: InvitationResult): string {
  if (byMessage && invited > 0) return labels.messageTitle(figure(invited))
  if (link !== null) return who === undefined ? labels.oneTitle : labels.oneTitleOf(who)
  return invited === 0 ? labels.nobodyTitle : labels.manyTitle(figure(invited))
}

const figure = (count: number) => count.toLocaleString('en-US')

function OneLink({ link }: { link: ShownLink }) {
  return (
    <div className="invitation-one">
      {/* Dark on white in every brand: that is what cameras read best. */}
      <div className="invitation-code">
        <QRCode
          type="svg"
          aria-label={labels.code}
          value={link.url}
          size={168}
          bordered={false}
          color="#0f1728"
          bgColor="#ffffff"
        />
        <p>{labels.codeHint}</p>
      </div>
      <div className="invitation-words">
        <p className="invitation-label">{labels.link}</p>
        <p className="invitation-url">{link.url}</p>
        <p className="invitation-label">{labels.until}</p>
        <p className="invitation-until">{shanghaiMinute(link.expiresAt)}</p>
        <Rules last={labels.personal} />
      </div>
    </div>
  )
}

function Many({ result }: { result: InvitationResult }) {
  const { invited = 0, alreadySigned = 0, byMessage = false } = result
  return (
    <>
      <dl className="invitation-counts">
        <div>
          <dt>{labels.invited}</dt>
          <dd>{labels.people(figure(invited))}</dd>
        </div>
        <div>
          <dt>{labels.alreadySigned}</dt>
          <dd>{labels.people(figure(alreadySigned))}</dd>
        </div>
      </dl>
      {invited === 0 ? (
        <p className="invitation-nobody">{labels.nobody}</p>
      ) : (
        <Rules last={byMessage ? labels.byMessage : labels.list} />
      )}
    </>
  )
}

function Rules({ last }: { last: string }) {
  const rules = [labels.rule(LINK_DAYS), labels.replaced, last]
  return (
    <ul className="invitation-rules">
      {rules.map((rule) => (
        <li key={rule}>
          <Info size={14} aria-hidden="true" />
          {rule}
        </li>
      ))}
    </ul>
  )
}

function CopyLink({ url }: { url: string }) {
  const { copied, copy } = useCopied(url)
  const Icon = copied ? Check : Copy
  return (
    <Button type="primary" icon={<Icon size={14} aria-hidden="true" />} onClick={copy}>
      <span aria-live="polite">{copied ? uiLabels.copied : labels.copy}</span>
    </Button>
  )
}

function SaveLinks({ links }: { links: InputOf<typeof exportLinks> }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    await download(exportLinks, links).catch(toastRefusal)
    setBusy(false)
  }

  return (
    <Button
      type="primary"
      icon={<Download size={14} aria-hidden="true" />}
      loading={busy}
      onClick={() => void save()}
    >
      {labels.save}
    </Button>
  )
}
