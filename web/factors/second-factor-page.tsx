// One's second factor: the authenticator app, passkeys, and the codes for a day without them (D48).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import { myFactors, removePasskey, removeTotp, renewRecoveryCodes } from '@paywages/wire/factors/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { clearUser } from '../api/known-user.ts'
import { refresh } from '../api/queries.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { factorLabels as labels } from './labels.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { type PasskeyRow, PasskeyRows } from './passkey-rows.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpDialog } from './totp-dialog.tsx'
import './second-factor.css'

export function SecondFactorPage() {
  return (
    <RecordPage endpoint={myFactors} input={{}} skeletonRows={4}>
      {(factors) => <Factors factors={factors} />}
    </RecordPage>
  )
}

function Factors({ factors }: { factors: AnswerOf<typeof myFactors> }) {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [enrolling, setEnrolling] = useState<'totp' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const codeNeeded = factors.enrolmentCodeNeeded

  /** Who one is has changed: it is asked again, and whoever was kept here may go on. */
  async function goOn() {
    setCodes([])
    clearUser()
    await navigate({ to: user.factor === 'enrol' ? '/layout' : '/secondfactor', replace: true })
  }

  async function enrolled(recoveryCodes: readonly string[]) {
    setEnrolling(undefined)
    if (recoveryCodes.length === 0) return goOn()
    setCodes(recoveryCodes)
    await refresh(myFactors)
  }

  async function remove() {
    const asked = { title: labels.removeTitle, body: labels.removeBody, action: labels.remove, danger: true }
    if (!(await confirm({ ...asked, run: () => call(removeTotp, {}) }))) return
    toastSuccess(labels.removed)
    await refresh(myFactors)
    await goOn()
  }

  async function removeKey({ passkeyId, name }: PasskeyRow) {
    const asked = { title: labels.removePasskeyTitle(name), action: labels.removePasskey, danger: true }
    if (!(await confirm({ ...asked, run: () => call(removePasskey, { passkeyId }) }))) return
    toastSuccess(labels.passkeyRemoved)
    await refresh(myFactors)
    await goOn()
  }

  async function renew() {
    const run = async () => setCodes((await call(renewRecoveryCodes, {})).recoveryCodes)
    await confirm({ title: labels.renewTitle, body: labels.renewBody, action: labels.renew, run })
    await refresh(myFactors)
  }

  const { totpSince, demanded, recoveryCodesLeft, passkeys, passkeysWork } = factors
  const hasFactor = totpSince !== null || passkeys.length > 0
  return (
    <div className="second-factor">
      <PageTitle />
      {user.factor === 'enrol' ? (
        <Notice tone="wait" title={labels.mustEnrol}>
          {labels.mustEnrolWhy}
        </Notice>
      ) : null}
      <section className="factor-row">
        <div className="factor-words">
          <h2>{labels.totp}</h2>
          <p>{labels.totpHint}</p>
        </div>
        <span className="factor-state">
          {totpSince === null ? labels.totpOff : labels.totpOn(shanghaiMinute(totpSince))}
        </span>
        {totpSince === null ? (
          <Button type="primary" onClick={() => setEnrolling('totp')}>
            {labels.start}
          </Button>
        ) : demanded && passkeys.length === 0 ? null : (
          <Button danger onClick={() => void remove()}>
            {labels.remove}
          </Button>
        )}
      </section>
      <section className="factor-row">
        <div className="factor-words">
          <h2>{labels.passkey}</h2>
          <p>{passkeysWork ? labels.passkeyHint : labels.passkeysElsewhere}</p>
        </div>
        <Button disabled={!passkeysWork} onClick={() => setEnrolling('passkey')}>
          {labels.addPasskey}
        </Button>
        {passkeys.length === 0 ? null : (
          <PasskeyRows passkeys={passkeys} onRemove={(passkey) => void removeKey(passkey)} />
        )}
      </section>
      {hasFactor ? (
        <section className="factor-row">
          <div className="factor-words">
            <h2>{labels.recovery}</h2>
            <p>{labels.recoveryHint}</p>
          </div>
          <span className="factor-state">{labels.recoveryLeft(recoveryCodesLeft)}</span>
          <Button onClick={() => void renew()}>{labels.renew}</Button>
        </section>
      ) : null}
      <TotpDialog
        open={enrolling === 'totp'}
        codeNeeded={codeNeeded}
        onClose={() => setEnrolling(undefined)}
        onDone={(shown) => void enrolled(shown)}
      />
      <PasskeyDialog
        open={enrolling === 'passkey'}
        codeNeeded={codeNeeded}
        onClose={() => setEnrolling(undefined)}
        onDone={(shown) => void enrolled(shown)}
      />
      <RecoveryCodes codes={codes} onKept={() => void goOn()} />
    </div>
  )
}
