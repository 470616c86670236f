// One import file of income: how many and how much it holds, whom it leaves out, and whether all ties to the declaration.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ImportFile, ImportPreview } from '@paywages/wire/tax/imports/shapes.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { signedYuan } from '../../ui/display/amount-block.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { importLabels as labels } from './import-labels.ts'
import { ImportButtons, layoutText } from './layout-in-use.tsx'

const grouped = (count: number) => count.toLocaleString('en-US')

export function IncomeFile({
  providerId,
  month,
  file,
}: {
  providerId: number
  month: string
  file: ImportFile
}) {
  const items = [
    { label: labels.incomeCount, value: labels.personOf(grouped(file.people)) },
    { label: labels.income, value: signedYuan(file.incomeFen) },
    ...(file.problem === '' ? [{ label: labels.layout, value: layoutText(file) }] : []),
  ]
  return (
    <section>
      <h3>{file.layoutName}</h3>
      <DescriptionList columns={1} plain items={items} />
      {file.leftOutCount === 0 ? null : <LeftOut file={file} />}
      <ImportButtons file={file} providerId={providerId} month={month} label={labels.download} />
    </section>
  )
}

type LeftOutPerson = ImportFile['leftOut'][number]

function reasonOf({ why, detail }: LeftOutPerson): string {
  return Object.hasOwn(labels.leftOutWhy, why)
    ? labels.leftOutWhy[why as keyof typeof labels.leftOutWhy](detail)
    : labels.leftOutOther
}

function LeftOut({ file: { leftOut, leftOutCount } }: { file: ImportFile }) {
  const of = (reason: string) => leftOut.filter((person) => reasonOf(person) === reason)
  const reasons = [...new Set(leftOut.map(reasonOf))]
  return (
    <Notice tone="wait" title={labels.leftOutTitle(grouped(leftOutCount))}>
      {reasons.map((reason) => (
        <div key={reason}>
          <p>{reason}</p>
          <ul className="import-left-out">
            {of(reason).map(({ name, incomeFen }, index) => (
              // Two people may have one name and one amount.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              <li key={index}>
                <span>{name}</span>
                <span>{formatYuanGrouped(incomeFen)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {leftOutCount > leftOut.length ? <p>{labels.leftOutMore(grouped(leftOutCount))}</p> : null}
    </Notice>
  )
}

/** Of all methods together: the declaration has one total. */
export function ImportTie({ preview: { incomes, declaredIncomeFen } }: { preview: ImportPreview }) {
  const total = incomes.reduce((all, { incomeFen, leftOutFen }) => all + incomeFen + leftOutFen, 0n)
  const ties = total === declaredIncomeFen
  const Icon = ties ? CircleCheck : TriangleAlert
  return (
    <p className="import-tie" data-ties={ties}>
      <Icon size={14} aria-hidden="true" />
      {ties
        ? labels.ties(signedYuan(total))
        : labels.differs(signedYuan(total), signedYuan(declaredIncomeFen))}
    </p>
  )
}
