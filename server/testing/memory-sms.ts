// Text messages in memory: what was sent, and what goes wrong when a test wants it to.

import { SmsNotSent, type SmsPort, type SmsProblem, type TextMessage } from '../adapters/sms/sms-port.ts'

export class MemorySms implements SmsPort {
  codesRequired = false
  /** Asked before each message. */
  fault: ((message: TextMessage) => SmsProblem | undefined) | undefined
  readonly sent: TextMessage[] = []

  async send(message: TextMessage): Promise<void> {
    const problem = this.fault?.(message)
    if (problem !== undefined) throw new SmsNotSent(problem)
    this.sent.push(message)
  }

  /** What a phone received, oldest first. */
  textsTo(phone: string): string[] {
    return this.sent.filter((message) => message.phone === phone).map(({ text }) => text)
  }
}
