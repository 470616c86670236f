// People whose data the tax client does not have yet: how many, the sheet to import, and the mark that it was.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { markPeopleCollected, previewImports } from '@paywages/wire/tax/imports/endpoints.ts'
import type { ImportPreview } from '@paywages/wire/tax/imports/shapes.ts'
import { Button } from 'antd'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { type Description, DescriptionList } from '../../ui/display/description-list.tsx'
import { StatusTag } from '../../ui/display/status-tag.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { importLabels as labels } from './import-labels.ts'
import { ImportButtons, layoutText } from './layout-in-use.tsx'

const grouped = (count: number) => count.toLocaleString('en-US')

type PeopleFileProps = { providerId: number; preview: ImportPreview }

export function PeopleFile({ providerId, preview }: PeopleFileProps) {
  const { month, people, markedAt } = preview
  const some = people.people > 0
  return (
    <section>
      <h3>
        {labels.people}
        {markedAt !== null ? (
          <StatusTag tone="ok">{labels.collected}</StatusTag>
        ) : some ? (
          <StatusTag tone="wait">{labels.toCollect}</StatusTag>
        ) : null}
      </h3>
      <DescriptionList columns={1} plain items={factsOf(preview)} />
      {some || people.problem !== '' ? (
        <ImportButtons file={people} providerId={providerId} month={month} label={labels.downloadPeople}>
          {some && markedAt === null ? <MarkButton providerId={providerId} preview={preview} /> : null}
        </ImportButtons>
      ) : null}
    </section>
  )
}

function factsOf({ people, peopleCount, markedAt, markedBy }: ImportPreview): readonly Description[] {
  const [count, all] = [grouped(people.people), grouped(peopleCount)]
  const layout = people.problem === '' ? [{ label: labels.layout, value: layoutText(people) }] : []
  if (markedAt !== null)
    return [
      { label: labels.markedPeople, value: labels.personOf(count) },
      { label: labels.state, value: labels.marked(markedBy, shanghaiMinute(markedAt)) },
      ...layout,
    ]
  if (people.people === 0) return [{ label: labels.newPeople, value: labels.noneNew(all) }]
  return [{ label: labels.newPeople, value: labels.newPeopleOf(count, all) }, ...layout]
}

function MarkButton({ providerId, preview }: PeopleFileProps) {
  const { providerName, month, people } = preview
  const confirm = useConfirm()

  async function mark() {
    let marked = 0
    const agreed = await confirm({
      title: labels.mark,
      object: labels.markObject(providerName, month, grouped(people.people)),
      body: labels.markBody,
      warning: labels.markWarning,
      action: labels.mark,
      run: async () => {
        marked = await call(markPeopleCollected, { providerId, month })
      },
    })
    if (agreed) toastSuccess(labels.markDone(grouped(marked)))
    // Also when it was refused: somebody else may have been faster.
    await refresh(previewImports)
  }

  return <Button onClick={() => void mark()}>{labels.mark}</Button>
}
