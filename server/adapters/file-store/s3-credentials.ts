/** Whose name requests to an object store are signed in: fixed keys, a file, an endpoint that hands them out, or a role taken on by a token (ADR 88). */
import { readFile } from 'node:fs/promises'

export type Credentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  readonly expiresAt?: Date | undefined
}

export type CredentialSettings = {
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
  readonly sessionToken?: string | undefined
  /** JSON as the endpoints below answer it, replaced by whoever renews it. */
  readonly credentialsFile?: string | undefined
  /** As containers have it: `GET`, with the token of a file as authorization, answered by JSON. */
  readonly credentialsUrl?: string | undefined
  readonly credentialsTokenFile?: string | undefined
  /** A role, taken on at the token service with the token that the platform lays into a file. */
  readonly roleArn?: string | undefined
  readonly webIdentityTokenFile?: string | undefined
  readonly stsEndpoint?: string | undefined
}

/** `renewed` asks for others than were given last, because the service refuses those. */
export type GiveCredentials = (renewed?: 'renewed') => Promise<Credentials>

/** Before they end, so that nothing is signed with what ends on its way. */
const EARLY_MS = 300_000
/** What has no end is looked at again now and then: a file may have been replaced. */
const LOOK_AGAIN_MS = 60_000
const ANSWER_MS = 10_000

export function credentialsOf(settings: CredentialSettings): GiveCredentials {
  const { accessKeyId, secretAccessKey, sessionToken } = settings
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const fixed = { accessKeyId, secretAccessKey, sessionToken }
    return async () => fixed
  }
  return renewing(() => fetchCredentials(settings))
}

/** One look for all who ask at once; while it fails, those at hand are used until their end. */
function renewing(look: () => Promise<Credentials>): GiveCredentials {
  let known: { readonly given: Credentials; readonly until: number } | undefined
  let looking: Promise<Credentials> | undefined
  const lookOnce = () => {
    looking ??= look()
      .then((given) => {
        const ends = given.expiresAt?.getTime()
        known = { given, until: ends === undefined ? Date.now() + LOOK_AGAIN_MS : ends - EARLY_MS }
        return given
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return async (renewed) => {
    if (known !== undefined && renewed === undefined && Date.now() < known.until) return known.given
    const held = known?.given
    return lookOnce().catch((error: unknown) => {
      const isAlive =
        held !== undefined && (held.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) > Date.now()
      if (isAlive && renewed === undefined) return held
      throw error
    })
  }
}

async function fetchCredentials(settings: CredentialSettings): Promise<Credentials> {
  const { credentialsFile, credentialsUrl, roleArn } = settings
  if (credentialsFile !== undefined) return readJson(await readFile(credentialsFile, 'utf8'))
  if (credentialsUrl !== undefined) {
    const token = await tokenIn(settings.credentialsTokenFile)
    const answer = await fetch(credentialsUrl, {
      headers: token === undefined ? {} : { authorization: token },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!answer.ok) throw new Error(`the endpoint of the credentials answered ${answer.status}`)
    return readJson(await answer.text())
  }
  return takeRole(settings, roleArn ?? '')
}

async function tokenIn(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : (await readFile(file, 'utf8')).trim()
}

/** The token goes in the body: addresses end up in logs. */
async function takeRole(settings: CredentialSettings, roleArn: string): Promise<Credentials> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'paywages',
    WebIdentityToken: (await tokenIn(settings.webIdentityTokenFile)) ?? '',
  })
  const endpoint = settings.stsEndpoint ?? 'https://sts.amazonaws.com'
  const answer = await fetch(endpoint, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!answer.ok) throw new Error(`the token service answered ${answer.status}`)
  const text = await answer.text()
  const field = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1]
  return complete({
    AccessKeyId: field('AccessKeyId'),
    SecretAccessKey: field('SecretAccessKey'),
    SessionToken: field('SessionToken'),
    Expiration: field('Expiration'),
  })
}

type Told = Readonly<Record<string, unknown>>

function readJson(text: string): Credentials {
  try {
    return complete(JSON.parse(text) as Told)
  } catch (error) {
    // The text holds the keys: what is wrong with it is not repeated.
    if (error instanceof SyntaxError) throw new Error('the credentials are no JSON')
    throw error
  }
}

function complete(told: Told): Credentials {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const accessKeyId = text(told.AccessKeyId)
  const secretAccessKey = text(told.SecretAccessKey)
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('the credentials lack AccessKeyId or SecretAccessKey')
  const expiresAt = new Date(text(told.Expiration) ?? Number.NaN)
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: text(told.SessionToken) ?? text(told.Token),
    ...(Number.isNaN(expiresAt.getTime()) ? {} : { expiresAt }),
  }
}
