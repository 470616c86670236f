// What people are told of a browser: its name, its version and its system, out of what it calls itself. Told, never trusted.

export type Device = {
  /** Empty where it cannot be told. */
  readonly browser: string
  readonly version: string
  readonly system: string
}

/** The first that matches: browsers built on others name those too. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['WeCom', /wxwork\/(\d+)/i],
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['DingTalk', /DingTalk[/(](\d+)/i],
  ['QQBrowser', /M?QQBrowser\/(\d+)/],
  ['UCBrowser', /UC?Browser\/(\d+)/],
  ['Sogou', /MetaSr (\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Headless)?Chrome\/(\d+)|CriOS\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows NT/],
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

export function deviceOf(agent: string): Device {
  const system = SYSTEMS.find(([, words]) => words.test(agent))?.[0] ?? ''
  for (const [browser, words] of BROWSERS) {
    const found = words.exec(agent)
    if (found !== null) return { browser, version: (found[1] ?? found[2] ?? '').slice(0, 4), system }
  }
  return { browser: '', version: '', system }
}

/** As one text, such as "Chrome 126 Windows"; empty where nothing can be told. */
export function deviceText({ browser, version, system }: Device): string {
  return [browser, version, system].filter((part) => part !== '').join(' ')
}
