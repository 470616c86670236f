// When an answer means that the person cannot stay on this page; the app decides how to go.

/** Why the login page is shown again. */
export type LoginReason = 'not-logged-in' | 'session-ended' | 'maintenance' | 'password-changed'

export type Redirect =
  | { readonly to: 'login'; readonly why: LoginReason }
  | { readonly to: 'password-change' }
  | { readonly to: 'second-factor' }

let redirectBy: (redirection: Redirect) => void = () => {}

export function onRedirect(handler: (redirection: Redirect) => void): void {
  redirectBy = handler
}

export function redirect(redirection: Redirect): void {
  redirectBy(redirection)
}
