// The nonce of this page's content security policy, and style tags that carry it.

export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** antd's scroll lock creates style tags without asking for a nonce; so every created style tag gets one. */
export function putNonceOnStyleTags(nonce: string): void {
  if (nonce === '') return
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }) as typeof document.createElement
}
