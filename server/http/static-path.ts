// Which addresses can be those of a file that we built; every other one under the same prefix does not exist.

/** A name that is longer than any disk takes is nobody's either. */
const NAMES = /^(?:\/[\w-][\w.-]{0,199}){1,8}$/

/** As it came, before anything is decoded: our own names need no escapes, no dots in front and no other characters. */
export function isStaticPath(url: string): boolean {
  return NAMES.test(url.split('?')[0] ?? '')
}
