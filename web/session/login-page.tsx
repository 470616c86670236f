// The login page at work: brand, notice, and what each answer of the server means to the person.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import {
  plainAskPasskey,
  plainGiveCode,
  plainGivePasskey,
  plainLogin,
} from '@paywages/wire/session/plain-calls.ts'
import { useEffect, useState } from 'react'
import { type BrandNumber, useBrand } from '../api/brand.ts'
import { answerWithPasskey } from '../api/passkey.ts'
import { plainCall } from '../api/plain-call.ts'
import type { LoginReason } from '../api/redirect.ts'
import { CallRefused } from '../api/refused.ts'
import { applyBrand } from '../brand/apply-brand.ts'
import { passwordDigest } from '../passwords/password-digest.ts'
import { factorFormLabels, loginNotices } from './labels.ts'
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

  const [asked, setAsked] = useState<CurrentUser>()

  /** Resolves to what to show; an outage rejects, which the form tells apart from wrong typing. */
  async function told(work: () => Promise<void>): Promise<LoginFault | undefined> {
    try {
      await work()
      return undefined
    } catch (error) {
      if (error instanceof CallRefused && !error.outage)
        return { text: error.msg, waitSeconds: shortWait(error), wrong: WRONG.has(error.code) }
      throw error
    }
  }

  function submit(account: string, password: string): Promise<LoginFault | undefined> {
    return told(async () => {
      const asking = { account, passwordDigest: passwordDigest(password), brand: plat }
      const answer = againWhileBusy(() => plainCall(plainLogin, asking))
      onAsked?.()
      const user = await answer
      if (user.factor === 'asked') setAsked(user)
      else await onLoggedIn(user)
    })
  }

  const giveTyped = (code: string) => told(async () => onLoggedIn(await plainCall(plainGiveCode, { code })))

  const giveKey = () =>
    told(async () => {
      const { options } = await plainCall(plainAskPasskey, {})
      const credential = await answerWithPasskey(options, factorFormLabels.passkeyFailed)
      await onLoggedIn(await plainCall(plainGivePasskey, { credential }))
    })

  const notice = why === undefined ? undefined : loginNotices[why]
  return (
    <LoginScreen
      key={plat}
      brand={brand}
      year={new Date().getFullYear()}
      onSubmit={submit}
      notice={notice}
      factor={asked && { giveTyped, giveKey: asked.hasPasskey ? giveKey : undefined }}
      onBack={() => setAsked(undefined)}
    />
  )
}

/** Said beside the field that was typed into. */
const WRONG: ReadonlySet<string> = new Set(['bad-credentials', 'wrong-code', 'code-used'])

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
