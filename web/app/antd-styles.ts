// Loads antd's ready-made styles before the first page is drawn; the build names their file in the page (ADR 101).

/** None when developing: antd makes its styles itself then. */
const file = document.querySelector<HTMLMetaElement>('meta[name="antd-styles"]')?.content

export const hasReadyStyles = file !== undefined

let loading: Promise<void> | undefined

/** Asked for again after a failure, like any other part of the console. */
export function loadAntdStyles(): Promise<void> {
  if (file === undefined) return Promise.resolve()
  loading ??= insertLink(`/assets/${file}`).catch((reason: unknown) => {
    loading = undefined
    throw reason
  })
  return loading
}

function insertLink(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not load`))
    }
    link.href = href
    // Before all others: where both say something with the same weight, ours counts.
    document.head.prepend(link)
  })
}
