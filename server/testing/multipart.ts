// Builds multipart bodies byte by byte, so that tests can send names no browser would.

export type Part = { readonly key: string; readonly value: string | Uint8Array; readonly fileName?: string }

const BOUNDARY = '----paywages-test-boundary'

export function multipartOf(parts: readonly Part[]): { body: Buffer; contentType: string } {
  const pieces = parts.flatMap(({ key, value, fileName }) => {
    const name =
      fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"${name}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}
