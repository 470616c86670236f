// The shell and the frame of a page inside it, as files of their own.

export const loadShell = () => import('./shell.tsx')
export const loadPage = () => import('./guarded-page.tsx')
