// Tells what makes a secret too weak to guard personal data (D36).

const MIN_CHARACTERS = 32
// A random key of 32 hex digits has fewer different ones about once in a hundred million.
const MIN_DIFFERENT = 8
const KNOWN_WORDS =
  /change.?me|change.?this|replace.?me|passw[o0]rd|example|placeholder|default|secret.?key|your.?secret|paywages|qwerty|letmein/i

/** The rest of a sentence that begins with the setting's name, or undefined when nothing is wrong with it. */
export function weaknessOf(secret: string): string | undefined {
  if (secret === '') return 'is missing'
  if (secret.length < MIN_CHARACTERS) return `must have at least ${MIN_CHARACTERS} characters`
  if (new Set(secret).size < MIN_DIFFERENT) return 'uses too few different characters'
  if (KNOWN_WORDS.test(secret)) return 'is made of a well-known word'
  if (isRepetition(secret)) return 'repeats itself'
  if (isSequence(secret)) return 'is a sequence anyone can guess'
  return undefined
}

function isRepetition(secret: string): boolean {
  for (let period = 1; period <= secret.length / 2; period += 1) {
    if (secret.startsWith(secret.slice(period))) return true
  }
  return false
}

function isSequence(secret: string): boolean {
  let steps = 0
  for (let index = 1; index < secret.length; index += 1) {
    const step = secret.charCodeAt(index) - secret.charCodeAt(index - 1)
    if (Math.abs(step) <= 1) steps += 1
  }
  return steps > secret.length / 2
}
