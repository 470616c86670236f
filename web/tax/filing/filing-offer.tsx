// The last cell of a filing: its declaration and import files to download, where to close its month, or why there is nothing to do.

import { downloadDeclaration } from '@paywages/wire/tax/endpoints.ts'
import type { Filing } from '@paywages/wire/tax/shapes.ts'
import { useEffect, useRef, useState } from 'react'
import { download } from '../../api/transfer-files.ts'
import { Dash } from '../../ui/display/description-list.tsx'
import { toastRefusal } from '../../ui/feedback/toast.ts'
import { RowAction, RowActions } from '../../ui/list/row-actions.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { importLabels } from '../imports/import-labels.ts'
import { filingLabels as labels } from './filing-labels.ts'
import type { FilingOffer } from './filing-state.ts'

export const PROOFS_PAGE = '/providerProof'

const WHY = {
  'not-needed': labels.notNeeded,
  'waits-for-manager': labels.waitsForManager,
  'waits-for-month': labels.waitsForMonth,
} as const

type FilingOfferProps = {
  filing: Filing
  offer: FilingOffer | undefined
  onImports: (filing: Filing) => void
}

export function FilingOfferCell({ filing, offer, onImports }: FilingOfferProps) {
  if (offer === undefined) return <Dash />
  if (offer === 'download')
    return (
      <RowActions>
        <DeclarationAction filing={filing} />
        <RowAction onClick={() => onImports(filing)}>{importLabels.action}</RowAction>
      </RowActions>
    )
  if (offer === 'to-proofs' || offer === 'to-close')
    return (
      <RowActions>
        <PageLink to={PROOFS_PAGE}>{offer === 'to-proofs' ? labels.toProofs : labels.toClose}</PageLink>
      </RowActions>
    )
  return <span className="filing-why">{WHY[offer]}</span>
}

function DeclarationAction({ filing: { providerId, month } }: { filing: Filing }) {
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    if (running.current !== undefined) return
    const stop = new AbortController()
    running.current = stop
    setBusy(true)
    await download(downloadDeclaration, { providerId, month }, { signal: stop.signal }).catch(toastRefusal)
    running.current = undefined
    setBusy(false)
  }

  return (
    <RowAction busy={busy} onClick={() => void save()}>
      {busy ? labels.downloading : labels.download}
    </RowAction>
  )
}
