// Masks a network address for PDFs: the network can be recognised, the connection cannot.

export function maskAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return plain.replace(/\.\d+\.\d+$/, '.*.*')
  const groups = plain.split(':')
  return groups.length > 2 ? `${groups.slice(0, 2).join(':')}:****` : '****'
}
