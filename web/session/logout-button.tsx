// Ends the session of this browser and goes to the login page.

import { logout } from '@paywages/wire/session/endpoints.ts'
import { useState } from 'react'
import type { BrandNumber } from '../api/brand.ts'
import { call } from '../api/client.ts'
import { clearUser } from '../api/known-user.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { useGo } from '../ui/page/address.ts'

export function LogoutButton({ brand, label }: { brand: BrandNumber; label: string }) {
  const go = useGo()
  const [redirection, setLeaving] = useState(false)

  async function redirect() {
    setLeaving(true)
    try {
      await call(logout, {})
      clearUser()
      go('/', { plat: String(brand) })
    } catch (error) {
      setLeaving(false)
      toastRefusal(error)
    }
  }

  return (
    <button className="logout" type="button" disabled={redirection} onClick={() => void redirect()}>
      {label}
    </button>
  )
}
