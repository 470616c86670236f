// A brand's name, slogan and footer, asked once for each brand (D6, D12).

import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import type { brand } from '@paywages/wire/session/endpoints.ts'
import { plainBrand } from '@paywages/wire/session/plain-calls.ts'
import { useEffect, useState } from 'react'
import { plainCall } from './plain-call.ts'

export type BrandNumber = 1 | 2
export type BrandFace = AnswerOf<typeof brand>

const known = new Map<BrandNumber, BrandFace>()

/** Undefined until it is known; a brand that cannot be asked leaves the words out and stops nobody. */
export function useBrand(plat: BrandNumber): BrandFace | undefined {
  const [, showAgain] = useState(0)
  useEffect(() => {
    if (known.has(plat)) return
    let wanted = true
    plainCall(plainBrand, { brand: plat }).then(
      (face) => {
        known.set(plat, face)
        if (wanted) showAgain((times) => times + 1)
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [plat])
  return known.get(plat)
}

/** The brand the server chose for this address (D12), as it stood when the page was loaded. */
export const hostBrand: BrandNumber = document.documentElement.dataset.plat === '2' ? 2 : 1
