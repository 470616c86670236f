// Recovery codes, shown once: to be written down before one goes on.

import { Button, Modal } from 'antd'
import { CopyButton } from '../ui/display/copy-text.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { factorLabels as labels } from './labels.ts'

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Modal
      className="recovery-codes"
      open={codes.length > 0}
      title={labels.keepCodes}
      width={460}
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onKept}>
          {labels.kept}
        </Button>
      }
    >
      <Notice tone="wait" title={labels.keepWhy} />
      <ul className="recovery-list">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={labels.copyCodes} />
    </Modal>
  )
}
