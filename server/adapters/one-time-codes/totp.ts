// One-time codes by otplib, and the picture that an authenticator app scans; both are made here, and nothing is asked of anybody outside.

import { timingSafeEqual } from 'node:crypto'
import { STEP_MS } from '@paywages/domain/factors/one-time-code.ts'
import { generateSecret, generateSync, generateURI } from 'otplib'

const PICTURE = { errorCorrectionLevel: 'M', margin: 2, width: 208 } as const

/** 160 bits in base32. */
export const newTotpSecret = (): string => generateSecret()

export function totpCode(secret: string, step: number): string {
  return generateSync({ secret, epoch: (step * STEP_MS) / 1_000 })
}

/** The step among these whose code this is. */
export function matchingStep(secret: string, code: string, steps: readonly number[]): number | undefined {
  return steps.find((step) => {
    const right = Buffer.from(totpCode(secret, step))
    const given = Buffer.from(code)
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

/** As a PNG that a page shows in place. */
export async function totpPicture(secret: string, issuer: string, account: string): Promise<string> {
  const { toDataURL } = await import('qrcode')
  return toDataURL(generateURI({ issuer, label: account, secret }), PICTURE)
}
