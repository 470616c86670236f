// A certificate of an own authority for a server of tests on this machine, made by openssl.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type OwnAuthority = { readonly key: Buffer; readonly cert: Buffer; readonly caFile: string }

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Two files in that folder; good for the names given, 127.0.0.1 by default. */
export function makeAuthority(folder: string, names = 'IP:127.0.0.1'): OwnAuthority {
  const [key, caFile] = [join(folder, 'key.pem'), join(folder, 'ca.pem')]
  const subject = ['-subj', '/CN=own authority', '-addext', `subjectAltName=${names}`]
  execFileSync('openssl', ['req', '-x509', ...KEY, ...subject, '-keyout', key, '-out', caFile], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key), cert: readFileSync(caFile), caFile }
}
