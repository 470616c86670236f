// Remembers that a login still owes its person the alert on pending recharges: once a login, not once a page (D25).

const KEY = 'paywages.recharge-alert'

/** At login. It lasts as long as the tab, over reloads; another tab of the same session was told already. */
export function oweAlert(accountId: number): void {
  marks()?.setItem(KEY, String(accountId))
}

export function isAlertOwed(accountId: number): boolean {
  return marks()?.getItem(KEY) === String(accountId)
}

export function settleAlert(): void {
  marks()?.removeItem(KEY)
}

/** Storage may be forbidden by the browser's settings; then there is no alert, and everything else works. */
function marks(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
