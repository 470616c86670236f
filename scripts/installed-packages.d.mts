/** The types of installed-packages.mjs, for its test. */
type Packages = { readonly packages: Readonly<Record<string, unknown>> }

export function missingPackages(
  lock: Packages,
  installed: Packages,
  machine: { readonly os: string; readonly cpu: string; readonly libc: string | undefined },
): string[]
