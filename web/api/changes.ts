// Tells whoever shows what waits for a person that this person has just changed something.

type Called = { readonly method: string; readonly right: string }

const listeners = new Set<() => void>()

/** After every call that changes something; coming and going is none of it. */
export function notifyChanged({ method, right }: Called): void {
  if (method !== 'POST' || right === 'public' || right === 'session') return
  for (const listener of listeners) listener()
}

export function whenChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
