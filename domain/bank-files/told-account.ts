// Which account a result sheet says that it was paid from, beside a line or above them all (ADR 157).

/** Shorter numbers are tails and branches. */
const NUMBER = /^[\d*＊×xX]{8,40}$/

/** As a sheet prints it; undefined where that is no number of an account. */
export function accountText(text: string): string | undefined {
  const number = text.replace(/[\s-]/g, '')
  return NUMBER.test(number) ? number : undefined
}

const ABOVE =
  /(?:付款|转出|扣款|汇款|结算|委托|本方)(?:人|方|单位|企业)?(?:账号|帐号|账户|帐户|卡号)[\s:：]*([\d*＊×xX-]{8,40})/

/** 付款账号：5719… above the lines. */
export function accountAbove(lines: readonly string[]): string | undefined {
  const found = ABOVE.exec(lines.join('\n'))?.[1]
  return found === undefined ? undefined : accountText(found)
}
