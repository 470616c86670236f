// While the person types, the files behind the login page are fetched, and not run: typing is never interrupted.

/** The build names the files in the page (vite.config.ts); when developing there are none. */
function filesAhead(): readonly string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="fetch-ahead"]')?.content ?? ''
  return listed.split(' ').filter((file) => file !== '')
}

export function fetchAhead(nonce: string): void {
  // Safari knows no idle callback.
  const whenIdle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 300))
  const fetchAll = () =>
    whenIdle(() => document.head.append(...filesAhead().map((file) => linkTo(file, nonce))))
  if (document.readyState === 'complete') fetchAll()
  else window.addEventListener('load', fetchAll, { once: true })
}

function linkTo(file: string, nonce: string): HTMLLinkElement {
  const link = document.createElement('link')
  if (file.endsWith('.js')) link.rel = 'modulepreload'
  else Object.assign(link, { rel: 'prefetch', as: 'style' })
  link.crossOrigin = ''
  link.nonce = nonce
  link.href = `/assets/${file}`
  return link
}
