// The login page at work: brand, notice, and what each answer of the server means to the person.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { plainLogin } from '@paywages/wire/session/plain-calls.ts'
import { useEffect } from 'react'
import { type BrandNumber, useBrand } from '../api/brand.ts'
import { plainCall } from '../api/plain-call.ts'
import type { LoginReason } from '../api/redirect.ts'
import { CallRefused } from '../api/refused.ts'
import { applyBrand } from '../brand/apply-brand.ts'
import { passwordDigest } from '../passwords/password-digest.ts'
import { loginNotices } from './labels.ts'
import type { LoginFault } from './login-form.tsx'
import { type LoginBrand, LoginScreen } from './login-screen.tsx'
import { againWhileBusy, shortWait } from './login-wait.ts'

type LoginPageProps = {
  plat: BrandNumber
  why: LoginReason | undefined
  /** The form stays busy until the page behind it is there. */
  onLoggedIn: (user: CurrentUser) => Promise<void>
  /** The moment the password is on its way. */
  onAsked?: () => void
}

export function LoginPage({ plat, why, onLoggedIn, onAsked }: LoginPageProps) {
  const brand = useLoginBrand(plat)

  /** Resolves to what to show; an outage rejects, which the form tells apart from wrong typing. */
  async function submit(account: string, password: string): Promise<LoginFault | undefined> {
    const asked = { account, passwordDigest: passwordDigest(password), brand: plat }
    try {
      const answer = againWhileBusy(() => plainCall(plainLogin, asked))
      onAsked?.()
      await onLoggedIn(await answer)
      return undefined
    } catch (error) {
      if (error instanceof CallRefused && !error.outage)
        return { text: error.msg, waitSeconds: shortWait(error), wrong: error.code === 'bad-credentials' }
      throw error
    }
  }

  const notice = why === undefined ? undefined : loginNotices[why]
  return (
    <LoginScreen key={plat} brand={brand} year={new Date().getFullYear()} onSubmit={submit} notice={notice} />
  )
}

/** Words that are not known yet keep their room, so that nothing moves when they arrive. */
const KEPT_ROOM = '\u00a0'

function useLoginBrand(plat: BrandNumber): LoginBrand {
  const face = useBrand(plat)
  useEffect(() => {
    applyBrand(plat)
    if (face !== undefined) document.title = face.name
  }, [plat, face])
  if (face === undefined) {
    return { plat, name: KEPT_ROOM, slogan: KEPT_ROOM, footer: { company: KEPT_ROOM, icp: '', police: '' } }
  }
  const { name, slogan, company, icp, police } = face
  return { plat, name, slogan, footer: { company, icp, police } }
}
