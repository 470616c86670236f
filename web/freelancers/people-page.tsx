// /usermanage: the freelancers in scope, found by ID, name or pinyin; adding, importing and inviting them (spec §2, D26, D27).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { exportFreelancers, listFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import type { Freelancer } from '@paywages/wire/freelancers/shapes.ts'
import { MAX_COUNTED } from '@paywages/wire/paging.ts'
import { Button } from 'antd'
import { FileUp, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useInvitationDialog } from '../invitations/invitation-dialog.tsx'
import { PERSON_PAGE, personAddress } from '../records/person-address.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { ImportPeopleDialog } from './import-people-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { addLabels, importLabels, inviteLabels, peopleLabels as labels, signingLabels } from './labels.ts'
import { peopleColumns } from './people-columns.tsx'

type Open = 'add' | 'import' | 'invite'

export function PeoplePage() {
  const user = useCurrentUser()
  const go = useGo()
  const narrow = useNarrow()
  const filters = usePeopleFilters()
  const [open, setOpen] = useState<Open>()
  const [chosen, setChosen] = useState<readonly Freelancer[]>([])
  const invitation = useInvitationDialog()
  const asked = inputFrom(filters, textsFromSearch(filters, usePageSearch(), new Date()), 1)
  const { index, size, ...input } = asked as InputOf<typeof listFreelancers>
  const actions = hasRight(user, 'pay-or-manager')
  const close = () => setOpen(undefined)
  const add = (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen('add')}>
      {addLabels.add}
    </Button>
  )
  const bring = (
    <Button icon={<FileUp size={14} aria-hidden="true" />} onClick={() => setOpen('import')}>
      {importLabels.import}
    </Button>
  )
  return (
    <>
      <ListPage
        endpoint={listFreelancers}
        filters={filters}
        countsUpTo={MAX_COUNTED}
        columns={peopleColumns({ severalCompanies: hasRight(user, 'manager'), narrow })}
        rowKey={(row) => row.userId}
        onOpen={(row) => go(PERSON_PAGE, personAddress(row.userId, input.providerId))}
        actions={
          <>
            <ExportButton endpoint={exportFreelancers} input={input} label={labels.export} />
            {actions ? (
              <>
                <Button icon={<Send size={14} aria-hidden="true" />} onClick={() => setOpen('invite')}>
                  {chosen.length === 0 ? inviteLabels.inviteAll : inviteLabels.inviteChosen(chosen.length)}
                </Button>
                {bring}
                {add}
              </>
            ) : null}
          </>
        }
        choice={
          actions
            ? {
                chosen,
                onChoose: setChosen,
                mayChoose: (row) => !row.signed,
                label: (row) => labels.choose(row.name),
                allLabel: labels.chooseAll,
              }
            : undefined
        }
        empty={{
          title: labels.empty,
          hint: actions ? labels.emptyAction : labels.emptyRead,
          ...(actions ? { actions: bring } : {}),
        }}
        minWidth={960}
      />
      <AddPersonDialog open={open === 'add'} onClose={close} onInvited={invitation.show} />
      <ImportPeopleDialog open={open === 'import'} onClose={close} onInvited={invitation.show} />
      <InviteDialog
        open={open === 'invite'}
        chosen={chosen}
        filter={input}
        onClose={close}
        onInvited={(result) => {
          setChosen([])
          invitation.show(result)
        }}
      />
      {invitation.dialog}
    </>
  )
}

type FilterName = 'idCardNo' | 'name' | 'signing' | 'providerId'

function usePeopleFilters(): readonly Filter<FilterName>[] {
  const company = useProviderFilter()
  return [
    {
      kind: 'text',
      name: 'idCardNo',
      label: labels.idCardNo,
      placeholder: labels.idHint,
      maxLength: 18,
      width: 200,
    },
    { kind: 'text', name: 'name', label: labels.name, placeholder: labels.nameHint, maxLength: 30 },
    {
      kind: 'select',
      name: 'signing',
      label: labels.signing,
      width: 136,
      options: [
        { value: '0', label: signingLabels.unsigned },
        { value: '1', label: signingLabels.signed },
        { value: 'invited', label: signingLabels.invited, asks: { signState: 'invited' } },
      ],
    },
    company,
  ]
}
