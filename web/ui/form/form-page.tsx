// The form block: labels above fields in two columns, sections told apart by hairlines, buttons at the foot.

import { Button, Form, type FormInstance } from 'antd'
import type { ReactNode, Ref } from 'react'
import { uiLabels } from '../labels.ts'
import { formManner } from './form-manner.ts'
import { requiredMark } from './required-mark.tsx'
import './form-page.css'

type FormBlockProps<Values> = {
  form: FormInstance<Values>
  busy: boolean
  /** The button repeats the act. */
  action: string
  /** The button, for a form that leads to it once nothing else is left to do. */
  actionRef?: Ref<HTMLButtonElement>
  onSubmit: (values: Values) => void
  onCancel?: () => void
  initialValues?: Partial<Values>
  onValuesChange?: (changed: Partial<Values>) => void
  children: ReactNode
}

export function FormBlock<Values extends object>(props: FormBlockProps<Values>) {
  const { form, busy, action, actionRef, onSubmit, onCancel, initialValues, onValuesChange, children } = props
  return (
    <Form<Values>
      {...formManner}
      className="form-block"
      form={form}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={onSubmit}
      {...(initialValues === undefined ? {} : { initialValues: initialValues as never })}
      {...(onValuesChange === undefined
        ? {}
        : { onValuesChange: (changed) => onValuesChange(changed as Partial<Values>) })}
    >
      {children}
      <div className="form-acts">
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          {...(actionRef === undefined ? {} : { ref: actionRef })}
        >
          {action}
        </Button>
        {onCancel === undefined ? null : (
          <Button disabled={busy} onClick={onCancel}>
            {uiLabels.cancel}
          </Button>
        )}
      </div>
    </Form>
  )
}

type FormSectionProps = {
  title: string
  /** A section that is one field without a label of its own bears its mark. */
  required?: boolean
  hint?: ReactNode
  children: ReactNode
}

export function FormSection({ title, required = false, hint, children }: FormSectionProps) {
  return (
    <section className="form-section">
      <h2>{requiredMark(title, { required })}</h2>
      {hint === undefined ? null : <p className="form-hint">{hint}</p>}
      <div className="form-grid">{children}</div>
    </section>
  )
}

type SwitchRowProps = {
  title: string
  /** Beside the title: the same in everyday words. */
  post?: string
  hint: string
  children: ReactNode
}

/** A right or a setting: what it means at the left, its switch at the right. */
export function SwitchRow({ title, post, hint, children }: SwitchRowProps) {
  return (
    <div className="switch-row">
      <div>
        <div className="switch-title">
          {title}
          {post === undefined ? null : <span className="switch-post">{post}</span>}
        </div>
        <div className="switch-hint">{hint}</div>
      </div>
      {children}
    </div>
  )
}
