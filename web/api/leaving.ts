// When an answer means that the person cannot stay on this page; the app decides how to go.

/** Why the login page is shown again. */
export type LoginReason = 'not-logged-in' | 'session-ended' | 'maintenance' | 'password-changed'

export type Leaving = { readonly to: 'login'; readonly why: LoginReason } | { readonly to: 'password-change' }

let leaveBy: (leaving: Leaving) => void = () => {}

export function onLeaving(handler: (leaving: Leaving) => void): void {
  leaveBy = handler
}

export function leave(leaving: Leaving): void {
  leaveBy(leaving)
}
