// What asks for words before it is done to a person: taking an invitation back, correcting a name, deleting images.

import { correctName, deleteImages, freelancerDetail } from '@paywages/wire/freelancers/endpoints.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { revokeLink } from '@paywages/wire/signing/endpoints.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { useLast } from '../ui/page/use-last.ts'
import { correctLabels, deleteLabels, revokeLabels } from './labels.ts'

type PersonDialogProps = { person: PersonDetail; open: boolean; onClose: () => void }

const refreshPerson = () => refresh(freelancerDetail)

export function RevokeDialog({ person, ...rest }: PersonDialogProps) {
  // Another's revocation must not make a second one of this.
  const linkId = useLast(person.openLink?.linkId) ?? 0
  return (
    <ReasonDialog
      {...rest}
      name="revoke-link"
      words={revokeLabels}
      object={person.name}
      rules={rulesFor(revokeLink, 'reason')}
      send={(reason) => call(revokeLink, { linkId, reason })}
      refresh={refreshPerson}
    />
  )
}

export function CorrectNameDialog({ person, ...rest }: PersonDialogProps) {
  const { userId, providerId } = person
  return (
    <ReasonDialog<{ name: string }>
      {...rest}
      name="correct-name"
      words={correctLabels}
      object={correctLabels.object(person.name, person.providerName)}
      fields={
        <Form.Item name="name" label={correctLabels.name} rules={rulesFor(correctName, 'name')}>
          <Input autoFocus autoComplete="off" maxLength={60} placeholder={correctLabels.nameHint} />
        </Form.Item>
      }
      rules={rulesFor(correctName, 'reason')}
      danger={false}
      send={(reason = '', { name }) => call(correctName, { userId, providerId, name: name.trim(), reason })}
      refresh={refreshPerson}
    />
  )
}

export function DeleteImagesDialog({ person, ...rest }: PersonDialogProps) {
  const { userId, providerId } = person
  return (
    <ReasonDialog
      {...rest}
      name="delete-images"
      words={deleteLabels}
      object={deleteLabels.object(person.name, person.providerName)}
      body={
        <Notice tone="bad" title={deleteLabels.warning}>
          {deleteLabels.remains}
        </Notice>
      }
      rules={rulesFor(deleteImages, 'reason')}
      send={(reason = '') => call(deleteImages, { userId, providerId, reason })}
      refresh={refreshPerson}
    />
  )
}
