// Tells one device from another, so that many people signing on one phone are noticed (D27); it says nothing about either.

const KEPT = 'paywages.device'
const FORM = /^[A-Za-z0-9_-]{16,64}$/

/** Where storage is forbidden, it lasts as long as the page. */
let here: string | undefined

export function deviceId(): string {
  here ??= kept() ?? keep(newId())
  return here
}

function kept(): string | undefined {
  try {
    const id = window.localStorage.getItem(KEPT)
    return id !== null && FORM.test(id) ? id : undefined
  } catch {
    return undefined
  }
}

function keep(id: string): string {
  try {
    window.localStorage.setItem(KEPT, id)
  } catch {
    // Private windows refuse; the page works without.
  }
  return id
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
