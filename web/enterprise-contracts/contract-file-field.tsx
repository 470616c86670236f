// The contract file in the form: the present one, ours or signed, which another one replaces.

import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { FileField, type FileFieldValue } from '../ui/files/file-field.tsx'
import { sendAs, type UploadedFile } from '../ui/files/use-uploads.ts'
import { endingsOf, validateOneFile } from '../ui/files/validate-files.ts'
import { presentFile } from './contract-form.ts'
import { editLabels as labels } from './labels.ts'

type ContractFileFieldProps = FileFieldValue & {
  contract: Pick<EnterpriseContract, 'file' | 'signed'>
  onBusy: (busy: boolean) => void
}

const send = sendAs('contract')

export function ContractFileField({ contract, onChange, ...rest }: ContractFileFieldProps) {
  const present = presentFile(contract)
  const isPresent = (file: UploadedFile) => file.fileId === present?.fileId
  const words = (file: UploadedFile) =>
    !isPresent(file) ? labels.fresh : contract.signed ? labels.signed : labels.made
  return (
    <FileField
      {...rest}
      // What was chosen and taken back again leaves the file that was there.
      onChange={(file) => onChange?.(file ?? present)}
      label={labels.file}
      dropHint={labels.drop}
      endings={endingsOf('contract')}
      validate={(files) => validateOneFile('contract', files)}
      send={send}
      about={(file) => <p className="one-file-about">{words(file)}</p>}
      mayRemove={(file) => !isPresent(file)}
    />
  )
}
