// The line under the fields of a login form: what went wrong, or why one stands here.

import { InfoIcon, WarningIcon } from './login-icons.tsx'

export function LoginTip({ fault, notice }: { fault: string | undefined; notice?: string | undefined }) {
  if (fault !== undefined) {
    return (
      <p className="login-tip-fault">
        <WarningIcon />
        {fault}
      </p>
    )
  }
  if (notice === undefined) return null
  return (
    <p className="login-tip-notice">
      <InfoIcon />
      {notice}
    </p>
  )
}
