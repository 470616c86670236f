// The services of the server: everything a slice may use, handed in once at the start.

import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { VatTables } from '@paywages/domain/tax/vat-table.ts'
import type { AnchorPlace } from './adapters/audit-anchors/anchor-place.ts'
import type { BankPort } from './adapters/bank/bank-port.ts'
import type { Clock } from './adapters/clock/clock.ts'
import type { BrandBook } from './adapters/config/brands.ts'
import type { Settings } from './adapters/config/settings.ts'
import type { DiskSpace } from './adapters/disk/disk-space.ts'
import type { EncryptedStore } from './adapters/file-store/encrypted.ts'
import type { Logger } from './adapters/log/logger.ts'
import type { Metrics } from './adapters/metrics/metrics.ts'
import type { Cipher } from './adapters/personal-data/cipher.ts'
import type { KeyRing } from './adapters/personal-data/key-ring.ts'
import type { Database } from './adapters/postgres/database.ts'
import type { SchemaWatch } from './adapters/postgres/schema-watch.ts'
import type { SmsPort } from './adapters/sms/sms-port.ts'

export type Services = {
  readonly settings: Settings
  readonly database: Database
  /** Whether the database fits this release. */
  readonly schema: SchemaWatch
  readonly clock: Clock
  readonly keys: KeyRing
  readonly cipher: Cipher
  readonly files: EncryptedStore
  /** The second place for anchors of the audit log, where one is configured. */
  readonly auditBucket?: AnchorPlace | undefined
  readonly disk: DiskSpace
  readonly bank: BankPort
  readonly sms: SmsPort
  readonly brands: BrandBook
  /** By which tax is withheld and explained: every one that has been in force. */
  readonly taxTables: TaxTables
  /** By which VAT is watched and reported. */
  readonly vatTables: VatTables
  readonly metrics: Metrics
  readonly log: Logger
}
