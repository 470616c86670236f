// Opens the link: whom it is from and how long it holds, or calmly why it does not open.

import { openLink } from '@paywages/wire/signing/public-endpoints.ts'
import type { OpenedLink } from '@paywages/wire/signing/shapes.ts'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { applyBrand } from '../brand/apply-brand.ts'
import { type Face, Frame, hostFace } from './frame.tsx'
import { labels } from './labels.ts'
import { LostScreen, RefusedScreen } from './refused-screen.tsx'
import { Signing } from './signing.tsx'

type Opening =
  | { readonly is: 'opening' }
  | { readonly is: 'lost'; readonly msg: string }
  | { readonly is: 'refused'; readonly refused: CallRefused; readonly signedBy?: string | undefined }
  | { readonly is: 'open'; readonly link: OpenedLink }

export function SignPage({ token }: { token: string }) {
  const [opening, setOpening] = useState<Opening>({ is: 'opening' })
  const [attempt, setAttempt] = useState(0)
  const [face, setFace] = useState<Face>(hostFace)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const given = new AbortController()
    call(openLink, { token }, { signal: given.signal }).then(
      (link) => {
        applyBrand(link.plat)
        setFace(link)
        document.title = `${labels.purpose} · ${link.brandName}`
        setOpening({ is: 'open', link })
      },
      (error: unknown) => {
        if (!given.signal.aborted) setOpening(openingOf(error))
      },
    )
    return () => given.abort()
  }, [token, attempt])

  const refuse = useCallback(
    (refused: CallRefused, signedBy?: string) => setOpening({ is: 'refused', refused, signedBy }),
    [],
  )
  const retry = () => {
    setOpening({ is: 'opening' })
    setAttempt((times) => times + 1)
  }

  if (opening.is === 'open') return <Signing token={token} link={opening.link} onRefused={refuse} />
  if (opening.is === 'lost') return <LostScreen face={face} msg={opening.msg} onRetry={retry} />
  if (opening.is === 'refused')
    return <RefusedScreen face={face} refused={opening.refused} signedBy={opening.signedBy} />
  return (
    <Frame face={face}>
      <p className="opening" role="status">
        <span className="spinner" aria-hidden="true" />
        {labels.opening}
      </p>
    </Frame>
  )
}

/** A link that says why it does not open is refused for good; anything else may pass. */
function openingOf(error: unknown): Opening {
  if (!(error instanceof CallRefused)) throw error
  if (error.code.startsWith('link-') || error.code === 'malformed') return { is: 'refused', refused: error }
  return { is: 'lost', msg: error.code === 'unreachable' ? labels.lost : error.msg }
}
