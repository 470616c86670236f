// What a process that a test starts gets of the test's own environment: where programs, packed sources and compiled code are, and no setting.

const NAMES = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS'] as const

/** Without compiled code a process would strip and compile every source again, for twice its processor time. */
export const bareEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
)
