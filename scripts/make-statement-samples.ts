// Makes the sample statements of server/adapters/pdf/samples: by LibreOffice and by a browser. Needs soffice and Chromium.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_PAYMENTS } from '@paywages/server/testing/statement-samples.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { browserStatements } from './statement-samples/browser.ts'
import { libreOfficeStatements } from './statement-samples/libreoffice.ts'

const samples = join(import.meta.dirname, '../server/adapters/pdf/samples')
const work = mkdtempSync(join(tmpdir(), 'statement-samples-'))

function convert(source: string, format: string): void {
  const profile = `-env:UserInstallation=file://${join(work, 'profile')}`
  execFileSync('soffice', ['--headless', profile, '--convert-to', format, '--outdir', samples, source], {
    stdio: 'ignore',
  })
}

/** Only whoever knows the password can read it. */
const LOCKED = `pdf:calc_pdf_Export:${JSON.stringify({
  EncryptFile: { type: 'boolean', value: 'true' },
  DocumentOpenPassword: { type: 'string', value: 'a password' },
})}`

try {
  for (const [name, xml] of Object.entries(libreOfficeStatements(SAMPLE_PAYMENTS))) {
    const path = join(work, `${name}.fods`)
    writeFileSync(path, xml)
    convert(path, 'pdf')
  }
  const locked = join(work, 'lo-encrypted.fods')
  writeFileSync(locked, libreOfficeStatements(SAMPLE_PAYMENTS.slice(0, 1))['lo-two-sided'] ?? '')
  convert(locked, LOCKED)
  for (const [name, html] of Object.entries(browserStatements(SAMPLE_PAYMENTS))) {
    const path = join(work, `${name}.html`)
    writeFileSync(path, html)
    execFileSync(
      ensureChromium(),
      [
        ...[
          '--headless',
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-pdf-tagging',
        ],
        ...['--no-pdf-header-footer', `--print-to-pdf=${join(samples, `${name}.pdf`)}`, path],
      ],
      { stdio: 'ignore' },
    )
  }
  console.log(`${readdirSync(samples).length} samples`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
