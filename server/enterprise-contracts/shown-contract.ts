// An enterprise contract as the console shows it, alone or in a list.

import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type { ListedContract } from './contract-list-store.ts'

export function shownContract(contract: ListedContract): EnterpriseContract {
  const { textVersion: _, fileName, fileSize: size, ...shown } = contract
  const { fileId } = contract
  return { ...shown, file: fileId === null ? null : { fileId, fileName, url: fileUrlOf(fileId), size } }
}
