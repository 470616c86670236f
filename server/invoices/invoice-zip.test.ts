// All files of an application as a zip: names that do not collide, what a correction took out, and the line in the log (D30).

import { pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { invoicedApplication, type UnattachedFile, unattachedFile } from '../testing/invoices.ts'
import { createPeople } from '../testing/people.ts'
import { storeApplication } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let manager: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

const unattached = (file?: UnattachedFile) => unattachedFile(services, 'managerA', file)

it('contains every file under a unique name and writes an audit entry', async () => {
  const names = ['发票.pdf', '发票.pdf', '发票.PDF', '../发票.pdf', 'a:b*?.png']
  const fileIds: string[] = []
  for (const name of names)
    fileIds.push(await unattached(name.endsWith('png') ? { name, bytes: pngSample() } : { name }))
  const id = await invoicedApplication(services, 'payA1', 'managerA', { fileIds })
  const applicant = await signIn(services, 'payA1')
  const { http, raw } = await applicant.call('downloadInvoiceFiles', { applicationId: id })
  expect([http, raw.headers['content-type']]).toEqual([200, 'application/zip'])
  const { applicationNo } = await manager.answer('invoiceDetail', { applicationId: id })
  expect(decodeURIComponent(String(raw.headers['content-disposition']))).toContain(
    `发票-${applicationNo}.zip`,
  )
  const parts = unzipSync(new Uint8Array(raw.rawPayload))
  expect(Object.keys(parts)).toEqual(['发票.pdf', '发票 (2).pdf', '发票 (3).PDF', '发票 (4).pdf', 'ab.png'])
  expect(parts['发票 (2).pdf']).toEqual(pdfSample())
  const [entry] = await services.query(
    "select account, after from audit_entries where action = 'download-invoice-files' and object_id = $1::text",
    [id],
  )
  expect(entry).toMatchObject({ account: 'payA1' })
})

it('omits a file removed by a correction', async () => {
  const [gone, kept] = [await unattached({ name: 'gone.pdf' }), await unattached({ name: 'kept.pdf' })]
  const id = await invoicedApplication(services, 'payA1', 'managerA', { fileIds: [gone, kept] })
  await manager.answer('correctInvoice', {
    applicationId: id,
    trackingNo: 'SF1000000001',
    fileIds: [kept],
    reason: 'a reason',
  })
  const { raw } = await manager.call('downloadInvoiceFiles', { applicationId: id })
  expect(Object.keys(unzipSync(new Uint8Array(raw.rawPayload)))).toEqual(['kept.pdf'])
})

it('answers 404 for an application without files', async () => {
  const applicationId = await storeApplication(services, 'payA1', { status: 'invoicing' })
  const { http, body } = await manager.call('downloadInvoiceFiles', { applicationId })
  expect([http, body.code, body.msg]).toEqual([404, 'invoice-no-files', '该申请没有发票文件'])
})
