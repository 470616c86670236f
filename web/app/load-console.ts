// Loads the code behind the login page: router and codecs first, the shell beside them for who will need it.

import { loadAntdStyles } from './antd-styles.ts'
import { loadPage, loadShell } from './load-shell.ts'

type Console = typeof import('./console.tsx')

/** All at once, so that nothing waits for the one before it; a shell that fails to come is asked for again by its route. */
export async function loadConsole({ withShell }: { withShell: boolean }): Promise<Console> {
  if (withShell) for (const load of [loadShell, loadPage]) load().catch(() => {})
  const [parts] = await Promise.all([import('./console.tsx'), loadAntdStyles()])
  return parts
}
