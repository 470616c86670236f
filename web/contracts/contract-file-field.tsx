// The contract file in the form: the present one, ours or signed, which another one replaces.

import type { EnterpriseContract } from '@paywages/wire/contracts/shapes.ts'
import { uploadFile } from '@paywages/wire/files/endpoints.ts'
import { upload } from '../api/transfer-files.ts'
import { FileField } from '../ui/files/file-field.tsx'
import { endingsOf } from '../ui/files/judge-files.ts'
import { judgeOneFile } from '../ui/files/judge-one-file.ts'
import type { FileRoute, KeptFile } from '../ui/files/use-file-upload.ts'
import { presentFile } from './contract-form.ts'
import { editLabels as labels } from './labels.ts'

type ContractFileFieldProps = {
  contract: Pick<EnterpriseContract, 'file' | 'signed'>
  onBusy: (busy: boolean) => void
  /** antd's form gives the rest. */
  id?: string
  value?: KeptFile | undefined
  onChange?: (file: KeptFile | undefined) => void
}

const judge: FileRoute['judge'] = (files) => judgeOneFile('contract', files)

const send: FileRoute['send'] = (file, options) =>
  upload(uploadFile, { fileName: file.name, kind: 'contract' }, [file], options)

export function ContractFileField({ contract, onChange, ...rest }: ContractFileFieldProps) {
  const present = presentFile(contract)
  const isPresent = (file: KeptFile) => file.fileId === present?.fileId
  const words = (file: KeptFile) =>
    !isPresent(file) ? labels.fresh : contract.signed ? labels.signed : labels.made
  return (
    <FileField
      {...rest}
      // What was chosen and taken back again leaves the file that was there.
      onChange={(file) => onChange?.(file ?? present)}
      label={labels.file}
      dropHint={labels.drop}
      endings={endingsOf('contract')}
      judge={judge}
      send={send}
      about={(file) => <p className="file-field-about">{words(file)}</p>}
      mayRemove={(file) => !isPresent(file)}
    />
  )
}
