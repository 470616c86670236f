/** Which of the console's two pages an address shows, as server/http/web-pages.ts has it. */

/** A missing picture or script is not answered with a page. */
export function pageAt(pathname: string): 'index.html' | 'sign.html' | undefined {
  if (/^\/sign(\/|$)/.test(pathname)) return 'sign.html'
  return /\.[a-z0-9]{2,5}$/i.test(pathname) ? undefined : 'index.html'
}
