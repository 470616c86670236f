/** Begins a trace with each call, so that whoever collects them finds it from the browser on: random, and nothing about the person (ADR 89). */

const hexOf = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

export function traceHeader(): Record<string, string> {
  return { traceparent: `00-${hexOf(16)}-${hexOf(8)}-01` }
}
