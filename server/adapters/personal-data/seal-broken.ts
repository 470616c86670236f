// What is thrown where a sealed value is damaged, moved or under a key that is not at hand.

/** Says why and under which key, never what. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}
