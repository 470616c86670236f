// Whether a provider is in use, as a tag.

import { StatusTag } from '../ui/display/status-tag.tsx'
import { providerLabels } from './labels.ts'

export function ProviderStatus({ enabled }: { enabled: boolean }) {
  return (
    <StatusTag tone={enabled ? 'ok' : 'off'}>
      {enabled ? providerLabels.enabled : providerLabels.disabled}
    </StatusTag>
  )
}
