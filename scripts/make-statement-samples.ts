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

try {
  for (const [name, xml] of Object.entries(libreOfficeStatements(SAMPLE_PAYMENTS))) {
    const path = join(work, `${name}.fods`)
    writeFileSync(path, xml)
    const profile = `-env:UserInstallation=file://${join(work, 'profile')}`
    execFileSync('soffice', ['--headless', profile, '--convert-to', 'pdf', '--outdir', samples, path], {
      stdio: 'ignore',
    })
  }
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
