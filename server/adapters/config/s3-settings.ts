/** The settings of an object store, which three buckets have under a prefix each: files, backups, anchors of the audit log. */
import { z } from 'zod'
import { StartProblem } from '../start-problem.ts'

const path = z.string().min(1).optional()
const address = z.url('must be a URL').optional()

const FIELDS = {
  ENDPOINT: address,
  BUCKET: z.string().min(1).optional(),
  REGION: z.string().min(1).default('us-east-1'),
  ACCESS_KEY_ID: z.string().min(1).optional(),
  SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SESSION_TOKEN: z.string().min(1).optional(),
  CREDENTIALS_FILE: path,
  CREDENTIALS_URL: address,
  CREDENTIALS_TOKEN_FILE: path,
  ROLE_ARN: z.string().min(1).optional(),
  WEB_IDENTITY_TOKEN_FILE: path,
  STS_ENDPOINT: address,
  STYLE: z.enum(['path', 'virtual-host'], 'must be path or virtual-host').default('path'),
  CA_FILE: path,
  MULTIPART_MB: z
    .string()
    .regex(/^\d+$/, 'must be a whole number from 5 to 5000')
    .transform(Number)
    .refine((value) => value >= 5 && value <= 5_000, 'must be a whole number from 5 to 5000')
    .default(64),
}

type Fields = typeof FIELDS
type Prefixed<P extends string> = { [K in keyof Fields as `${P}S3_${K}`]: Fields[K] }

export function s3Fields<P extends '' | 'AUDIT_' | 'BACKUP_'>(prefix: P): Prefixed<P> {
  return Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [`${prefix}S3_${name}`, field]),
  ) as Prefixed<P>
}

export type S3Settings = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
  readonly sessionToken?: string | undefined
  readonly credentialsFile?: string | undefined
  readonly credentialsUrl?: string | undefined
  readonly credentialsTokenFile?: string | undefined
  readonly roleArn?: string | undefined
  readonly webIdentityTokenFile?: string | undefined
  readonly stsEndpoint?: string | undefined
  /** The bucket in the path of the address, or before its host name. */
  readonly style?: 'path' | 'virtual-host' | undefined
  readonly caFile?: string | undefined
  /** Larger files are sent in parts. */
  readonly multipartBytes?: number | undefined
}

type Given = { readonly [K in keyof Fields]: z.output<Fields[K]> }

export function readS3(
  env: Readonly<Record<string, unknown>>,
  prefix: '' | 'AUDIT_' | 'BACKUP_',
): S3Settings | undefined {
  const name = (field: keyof Fields) => `${prefix}S3_${field}`
  const given = Object.fromEntries(
    Object.keys(FIELDS).map((field) => [field, env[name(field as keyof Fields)]]),
  ) as Given
  const ways = waysToSign(given)
  const isUsed = given.ENDPOINT ?? given.BUCKET ?? (ways.length > 0 ? 'used' : undefined)
  if (isUsed === undefined && !given.ACCESS_KEY_ID && !given.SECRET_ACCESS_KEY) return undefined
  const usesKeys = ways.every((way) => way === 'ACCESS_KEY_ID')
  const wanted: (keyof Fields)[] = [
    'ENDPOINT',
    'BUCKET',
    ...(usesKeys ? (['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const) : []),
    ...(ways.includes('ROLE_ARN') ? (['WEB_IDENTITY_TOKEN_FILE'] as const) : []),
  ]
  const missing = wanted.filter((field) => given[field] === undefined)
  if (missing.length > 0)
    throw new StartProblem(`The S3 settings are incomplete: ${missing.map(name).join(', ')} missing.`)
  if (ways.length > 1)
    throw new StartProblem(`Of the settings ${ways.map(name).join(', ')} only one may be set.`)
  return {
    endpoint: given.ENDPOINT ?? '',
    bucket: given.BUCKET ?? '',
    region: given.REGION,
    accessKeyId: given.ACCESS_KEY_ID,
    secretAccessKey: given.SECRET_ACCESS_KEY,
    sessionToken: given.SESSION_TOKEN,
    credentialsFile: given.CREDENTIALS_FILE,
    credentialsUrl: given.CREDENTIALS_URL,
    credentialsTokenFile: given.CREDENTIALS_TOKEN_FILE,
    roleArn: given.ROLE_ARN,
    webIdentityTokenFile: given.WEB_IDENTITY_TOKEN_FILE,
    stsEndpoint: given.STS_ENDPOINT,
    style: given.STYLE,
    caFile: given.CA_FILE,
    multipartBytes: given.MULTIPART_MB * 1_048_576,
  }
}

/** Fixed keys, or one of those that hand out keys which end. */
function waysToSign(given: Given): (keyof Fields)[] {
  const ways = ['ACCESS_KEY_ID', 'CREDENTIALS_FILE', 'CREDENTIALS_URL', 'ROLE_ARN'] as const
  return ways.filter((way) => given[way] !== undefined)
}
