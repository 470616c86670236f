// /userdetail: one person as a company knows them: facts, images, this month's limit, six months, payouts (spec §2, D26, D27).

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import { freelancerDetail } from '@paywages/wire/freelancers/endpoints.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { type ComponentProps, useEffect, useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { PERSON_PAGE, personIn } from '../records/person-address.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { uiLabels } from '../ui/labels.ts'
import { listSearch } from '../ui/list/list-address.ts'
import { pageFromSearch } from '../ui/list/list-filters.ts'
import { pageSizeOf, rememberPageSize } from '../ui/list/page-size.ts'
import { recordNumber, useGo, usePageSearch } from '../ui/page/address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordError } from '../ui/page/record-page.tsx'
import { CompanySwitch } from './company-switch.tsx'
import { ContactChangesDrawer } from './contact-changes-drawer.tsx'
import { personLabels as labels } from './labels.ts'
import { MonthBars } from './month-bars.tsx'
import { MonthLimit } from './month-limit.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonImages } from './person-images.tsx'
import { PersonPayments } from './person-payments.tsx'
import { PersonSkeleton } from './person-skeleton.tsx'
import { SigningTag } from './signing-tag.tsx'
import './person-page.css'

const NOBODY = new CallRefused({ code: 'not-found', status: 404, http: 404, msg: uiLabels.missing })

export function PersonPage() {
  const who = personIn(usePageSearch())
  if (who === undefined) return <Missing query={{ error: NOBODY, isFetching: false, refetch: () => {} }} />
  // Another person is another page: nothing of the one before may be seen meanwhile.
  return <OnePerson key={who} who={who} />
}

function OnePerson({ who }: { who: string }) {
  const go = useGo()
  const search = usePageSearch()
  const providerId = recordNumber(search.providerId)
  const { account } = useCurrentUser()
  const page = pageFromSearch(search)
  const size = pageSizeOf(account, search)
  const at = providerId === undefined ? {} : { providerId }
  const query = useCall(freelancerDetail, { who, ...at, index: page - 1, size }, { keepPrevious: true })
  const count = query.data?.count
  const last = count === undefined ? page : Math.max(1, Math.ceil(count / size))
  const past = !query.isPlaceholderData && page > last

  function goTo(next: { page?: number; size?: number; providerId?: number | undefined }) {
    const { page: _, size: __, providerId: chosen, ...rest } = search
    const company = 'providerId' in next ? next.providerId?.toString() : chosen
    const place = { page: 1, size, ...next, texts: {}, sort: undefined }
    go(PERSON_PAGE, listSearch({ ...rest, providerId: company }, place))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is new at each render and always means the same.
  useEffect(() => {
    if (past) goTo({ page: last })
  }, [past, last])

  if (query.isError) {
    return <Missing query={query} />
  }
  if (query.data === undefined) {
    return (
      <>
        <PageTitle />
        <PersonSkeleton />
      </>
    )
  }
  return (
    <Person
      answer={query.data}
      chosen={providerId}
      page={page}
      size={size}
      stale={query.isPlaceholderData}
      onPage={(next) => goTo({ page: next })}
      onSize={(next) => {
        rememberPageSize(account, next)
        goTo({ size: next })
      }}
      onCompany={(next) => goTo({ providerId: next })}
    />
  )
}

function Missing({ query }: Pick<ComponentProps<typeof RecordError>, 'query'>) {
  return (
    <>
      <PageTitle />
      <RecordError query={query} failure={freelancerDetail.failure} />
    </>
  )
}

type PersonProps = {
  answer: AnswerOf<typeof freelancerDetail>
  /** The company named in the address. */
  chosen: number | undefined
  page: number
  size: number
  stale: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
  onCompany: (providerId: number | undefined) => void
}

function Person({ answer, chosen, page, size, stale, onPage, onSize, onCompany }: PersonProps) {
  const { person } = answer.beside
  const [changes, setChanges] = useState(false)
  const several = person.providers.length > 1
  const across = several && chosen === undefined
  return (
    <>
      <PageTitle
        title={person.name}
        tag={<SigningTag state={person.signState} />}
        purpose={lineOf(person)}
        // What is done to a person is done for one company.
        actions={across ? undefined : <PersonActions person={person} />}
      />
      {person.restriction === null ? null : <Restriction restriction={person.restriction} />}
      {several ? <CompanySwitch person={person} chosen={chosen} onChoose={onCompany} /> : null}
      <div className="person-columns">
        <div className="person-left">
          <PersonFacts person={person} across={across} onChanges={() => setChanges(true)} />
          <PersonImages {...person} />
        </div>
        <div className="person-right">
          <MonthLimit limit={person.limit} company={across ? person.providerName : undefined} />
          <MonthBars months={person.months} limitFen={person.limit.limitFen} />
        </div>
      </div>
      <PersonPayments
        person={person}
        rows={answer.rows}
        count={answer.count}
        page={page}
        size={size}
        stale={stale}
        severalCompanies={across}
        providerId={chosen}
        onGo={onPage}
        onSize={onSize}
      />
      <ContactChangesDrawer
        userId={person.userId}
        providerId={chosen}
        severalCompanies={across}
        open={changes}
        onClose={() => setChanges(false)}
      />
    </>
  )
}

function lineOf(person: PersonDetail): string {
  const { userId, signedAt, lastPaidAt, openLink } = person
  return [
    labels.line(userId),
    ...(signedAt === null ? [] : [labels.signedOn(shanghaiDay(signedAt))]),
    ...(openLink === null ? [] : [labels.invitedUntil(shanghaiMinute(openLink.expiresAt))]),
    ...(openLink === null || openLink.openedAt === null ? [] : [labels.opened]),
    lastPaidAt === null ? labels.neverPaid : labels.lastPaid(shanghaiDay(lastPaidAt)),
  ].join(labels.separator)
}

function Restriction({ restriction }: { restriction: NonNullable<PersonDetail['restriction']> }) {
  const { addedBy, addedAt, everywhere, providerName } = restriction
  return (
    <Notice
      tone="bad"
      title={labels.restricted}
      action={<PageLink to="/limituser">{labels.toLimits}</PageLink>}
    >
      {labels.restrictedWhy(addedBy, shanghaiMinute(addedAt), everywhere ? labels.everywhere : providerName)}
    </Notice>
  )
}
