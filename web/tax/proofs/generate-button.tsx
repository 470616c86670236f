// The button that generates last month's proofs or certificates; `plain` where another one on the page is the primary one already.

import { Button } from 'antd'
import { FileCheck2 } from 'lucide-react'

type GenerateButtonProps = {
  action: string
  plain?: boolean | undefined
  generating: { readonly busy: boolean; readonly generate: () => Promise<unknown> }
}

export function GenerateButton({
  action,
  plain = false,
  generating: { busy, generate },
}: GenerateButtonProps) {
  return (
    <Button
      type={plain ? 'default' : 'primary'}
      icon={<FileCheck2 size={14} aria-hidden="true" />}
      loading={busy && { delay: 200 }}
      onClick={() => void generate()}
    >
      {action}
    </Button>
  )
}
