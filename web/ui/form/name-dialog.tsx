// Adds a record that is nothing but its name, such as a platform, from the page or from within another form.

import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { toastSuccess } from '../feedback/toast.ts'
import { DialogForm } from './dialog-form.tsx'
import { useSubmit } from './use-submit.ts'

type Typed = { name: string }

type NameDialogProps = {
  open: boolean
  /** Keeps the ids of its fields apart from those of the page below. */
  form: string
  words: {
    readonly title: string
    readonly note?: string
    readonly action: string
    readonly name: string
    readonly nameHint: string
    readonly added: string
  }
  rules: Rule[]
  send: (typed: Typed) => Promise<unknown>
  onClose: () => void
}

export function NameDialog({ open, form: formName, words, rules, send, onClose }: NameDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  async function add(typed: Typed) {
    if (!(await submit(() => send(typed)))) return
    toastSuccess(words.added)
    onClose()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name={formName}
      title={words.title}
      {...(words.note === undefined ? {} : { note: words.note })}
      action={words.action}
      busy={busy}
      width={440}
      onSubmit={(typed) => void add(typed)}
      onClose={onClose}
    >
      <Form.Item name="name" label={words.name} rules={rules}>
        <Input autoFocus autoComplete="off" maxLength={30} showCount placeholder={words.nameHint} />
      </Form.Item>
    </DialogForm>
  )
}
