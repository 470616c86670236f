// The workbench: a greeting and the pages this person may use; later issues put figures and to-dos above.

import { useCurrentUser } from '../api/current-user.ts'
import { PageLink } from '../ui/page-link.tsx'
import { greeting, today } from './greeting.ts'
import { pageLabels, sectionLabels } from './labels.ts'
import { sectionIcons } from './menu.tsx'
import { menuOf, type Section } from './pages.ts'
import './workbench.css'

export function WorkbenchPage() {
  const user = useCurrentUser()
  const now = new Date()
  const sections = menuOf(user).filter((section) => section.key !== 'workbench')
  return (
    <>
      <h1 className="workbench-greeting">{`${greeting(now)}，${user.realName || user.account}`}</h1>
      <p className="workbench-today">
        {today(now)}
        <span aria-hidden="true"> · </span>
        {user.providerName}
      </p>
      <div className="workbench-sections">
        {sections.map((section) => (
          <WorkbenchSection key={section.key} section={section} />
        ))}
      </div>
    </>
  )
}

function WorkbenchSection({ section }: { section: Section }) {
  const Icon = sectionIcons[section.key]
  return (
    <section className="workbench-section">
      <h2>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {sectionLabels[section.key]}
      </h2>
      <ul>
        {section.pages.map((page) => (
          <li key={page.path}>
            <PageLink className="workbench-entry" to={page.path}>
              <span className="workbench-title">{pageLabels[page.path].title}</span>
              <span className="workbench-purpose">{pageLabels[page.path].purpose}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
