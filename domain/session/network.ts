// What counts as one address: an IPv4 address, or the /64 of an IPv6 address, which is what one customer is given.

export function networkOf(address: string): string {
  const lower = address.toLowerCase()
  // Some proxies tell the port too; whoever changes it must not become another.
  const bracketed = /^\[(.+)\](?::\d+)?$/.exec(lower)?.[1] ?? lower
  const text = bracketed.split('%', 1)[0] ?? ''
  const plain = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(text)
  if (plain?.[1] !== undefined) return plain[1]
  if (!text.includes(':')) return text
  const [head = '', tail] = text.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  // Whatever stands behind the gap is in the lower half, unless the gap is short.
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const width = behind.at(-1)?.includes('.') ? behind.length + 1 : behind.length
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groups.length - width)
  const whole = [...groups, ...Array<string>(gap).fill('0'), ...behind]
  const upper = whole.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${upper.join(':')}::/64`
}

/** The machine itself; an address that is not known tells as little. */
export const isLoopback = (network: string): boolean =>
  network === '' || network.startsWith('127.') || network === '0:0:0:0::/64'
