// The one port to text messages (D27): a gateway, or a file where none is configured.

export type TextMessage = {
  readonly phone: string
  readonly text: string
  /** The same for every try of the same message, so that a gateway may send it once. */
  readonly reference: string
}

export type SmsPort = {
  /** Whether messages reach phones, so that signers can be asked for a code. */
  readonly codesRequired: boolean
  /** Throws SmsNotSent when the gateway did not take it, or did not say so. */
  send(message: TextMessage): Promise<void>
}

export type SmsProblem = 'timeout' | 'unreachable' | `http-${number}`

/** Holds nothing of the message: it ends up in logs. */
export class SmsNotSent extends Error {
  readonly problem: SmsProblem

  constructor(problem: SmsProblem) {
    super(`the text message was not taken (${problem})`)
    this.name = 'SmsNotSent'
    this.problem = problem
  }
}
