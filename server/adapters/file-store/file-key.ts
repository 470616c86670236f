// Guards the keys of the file store, so that no name from outside ever becomes a path or a URL.

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/
const PREFIX = /^[a-z0-9/-]*$/
const MAX_LENGTH = 200

export function isFileKey(key: string): boolean {
  return key.length <= MAX_LENGTH && KEY.test(key)
}

/** Keys come from our own code only: another one is our mistake, or an attack that got through to here. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error('not a file key')
}

export function assertKeyPrefix(prefix: string): void {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix)) throw new Error('not a prefix of file keys')
}
