// The confirmation before a dangerous step: the question, the object, what it means; focus starts on 取消.

import { Button, Checkbox, Modal } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { uiLabels } from '../labels.ts'
import { toastRefusal } from './toast.ts'
import './confirm.css'

export type Confirmation = {
  readonly title: string
  /** What it is about, named. */
  readonly object?: ReactNode
  readonly body?: ReactNode
  /** One amber line on what follows or cannot be undone. */
  readonly warning?: ReactNode
  /** Words the person must tick before the act is possible. */
  readonly acknowledge?: string
  /** The button repeats the act, never just "OK". */
  readonly action: string
  readonly danger?: boolean
  /** Done while the dialog stays; when it is refused, the dialog stays too. */
  readonly run?: () => Promise<unknown>
  /** How long a refusal is shown. */
  readonly refusalSeconds?: number
}

type Confirm = (confirmation: Confirmation) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(async () => false)

/** Asks, and tells whether the person agreed (and the act succeeded). */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

type Asked = Confirmation & { readonly answer: (agreed: boolean) => void }

export function ConfirmHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const confirm = useCallback<Confirm>((confirmation) => {
    return new Promise((answer) => {
      setAsked({ ...confirmation, answer })
      setOpen(true)
    })
  }, [])

  function close(agreed: boolean) {
    setOpen(false)
    asked?.answer(agreed)
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked === undefined ? null : <ConfirmDialog asked={asked} open={open} onClose={close} />}
    </ConfirmContext>
  )
}

type ConfirmDialogProps = { asked: Asked; open: boolean; onClose: (agreed: boolean) => void }

function ConfirmDialog({ asked, open, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [acknowledged, setAcknowledged] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  // A second click may come before the button is shown busy, or while the dialog fades away: it must not act again.
  const acting = useRef<Asked>(undefined)

  async function action() {
    if (acting.current === asked) return
    acting.current = asked
    if (asked.run === undefined) return onClose(true)
    setBusy(true)
    try {
      await asked.run()
      onClose(true)
    } catch (error) {
      acting.current = undefined
      toastRefusal(error, asked.refusalSeconds === undefined ? {} : { seconds: asked.refusalSeconds })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      className="confirm"
      open={open}
      width={520}
      centered
      destroyOnHidden
      closable={false}
      mask={{ closable: false }}
      keyboard={!busy}
      footer={null}
      title={asked.title}
      onCancel={() => onClose(false)}
      afterOpenChange={(shown) => {
        if (shown) cancel.current?.focus()
        else setAcknowledged(false)
      }}
    >
      {asked.object === undefined ? null : <p className="confirm-object">{asked.object}</p>}
      {asked.body === undefined ? null : <div className="confirm-body">{asked.body}</div>}
      {asked.warning === undefined ? null : (
        <p className="confirm-warning">
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{asked.warning}</span>
        </p>
      )}
      {asked.acknowledge === undefined ? null : (
        <Checkbox
          className="confirm-acknowledge"
          checked={acknowledged}
          disabled={busy}
          onChange={(event) => setAcknowledged(event.target.checked)}
        >
          {asked.acknowledge}
        </Checkbox>
      )}
      <div className="confirm-acts">
        <Button ref={cancel} size="large" disabled={busy} onClick={() => onClose(false)}>
          {uiLabels.cancel}
        </Button>
        <Button
          size="large"
          type="primary"
          danger={asked.danger ?? false}
          // An answer within the blink of an eye shows no sign of waiting; antd would leave the sign behind.
          loading={busy && { delay: 200 }}
          disabled={asked.acknowledge !== undefined && !acknowledged}
          onClick={() => void action()}
        >
          {asked.action}
        </Button>
      </div>
    </Modal>
  )
}
