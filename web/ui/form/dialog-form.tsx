// A small form in a dialog: what it is about, its fields, one button that repeats the act; closing forgets what was typed.

import { Form, type FormInstance, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { uiLabels } from '../labels.ts'
import { formManner } from './form-manner.ts'
import './dialog-form.css'

type DialogFormProps<Values> = {
  open: boolean
  form: FormInstance<Values>
  /** Keeps the ids of its fields apart from those of the page below. */
  name: string
  title: string
  object?: ReactNode
  note?: ReactNode
  action: string
  /** The act destroys or refuses something. */
  danger?: boolean
  busy: boolean
  /** Something it needs is still on its way, such as a file. */
  held?: boolean
  /** The record behind it changed while this was typed, and has been read again. */
  changed?: boolean
  width?: number
  onSubmit: (values: Values) => void
  onClose: () => void
  children: ReactNode
}

export function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const {
    open,
    form,
    name,
    title,
    object,
    note,
    action,
    busy,
    width = 520,
    onSubmit,
    onClose,
    children,
  } = props
  return (
    <Modal
      className="dialog-form"
      open={open}
      title={title}
      width={width}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      okText={action}
      okButtonProps={{ danger: props.danger ?? false, disabled: props.held ?? false }}
      cancelText={uiLabels.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (shown) focusFirstField()
      }}
    >
      <Form<Values> {...formManner} form={form} name={name} preserve={false} onFinish={onSubmit}>
        {object === undefined ? null : <p className="dialog-object">{object}</p>}
        {props.changed ? (
          <Notice tone="wait" title={uiLabels.changed}>
            {uiLabels.changedHint}
          </Notice>
        ) : null}
        {children}
        {note === undefined ? null : <p className="dialog-note">{note}</p>}
        {/* Enter in a field submits only a form that has a submit button. */}
        <button
          className="dialog-submit"
          type="submit"
          tabIndex={-1}
          aria-hidden="true"
          disabled={props.held ?? false}
        />
      </Form>
    </Modal>
  )
}

/** A dialog that opens above another gets the focus as a whole; whoever opened it wants to type. */
function focusFirstField(): void {
  const focused = document.activeElement
  if (focused?.matches('.dialog-form[role="dialog"]'))
    focused.querySelector<HTMLElement>('form :is(input, textarea)')?.focus()
}
