// The one file of a form that a browser has sent (multipart/form-data), and the account named behind it.

export type FormFile = { readonly name: string; readonly bytes: Buffer; readonly accountNo: string }

export function readFormFile(contentType: string, body: Buffer): FormFile | undefined {
  const boundary = /boundary="?([^";]{1,100})"?/.exec(contentType)?.[1]
  if (boundary === undefined) return undefined
  const headEnd = body.indexOf('\r\n\r\n')
  const head = body.toString('utf8', 0, Math.max(0, headEnd))
  const name = /filename="([^"]{1,200})"/.exec(head)?.[1]
  const end = body.indexOf(`\r\n--${boundary}`, headEnd + 4)
  if (headEnd === -1 || end === -1 || name === undefined || !head.startsWith(`--${boundary}`))
    return undefined
  const rest = body.toString('latin1', end)
  const accountNo = /name="account"\r\n\r\n(\d{1,34})\r\n/.exec(rest)?.[1] ?? ''
  return { name, bytes: body.subarray(headEnd + 4, end), accountNo }
}
