// Headers for a collector of OpenTelemetry, as its standard setting writes them.

/** `name=value`, separated by commas. */
export function otlpHeaders(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : []
  })
  return Object.fromEntries(pairs)
}
