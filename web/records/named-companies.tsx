// The companies that an act is about, each with a figure of it; the first ones by name, the others counted.

import './named-companies.css'

const MOST_NAMED = 6

type NamedCompaniesProps = {
  companies: readonly { readonly providerId: number; readonly name: string; readonly figure: string }[]
  more: (count: number) => string
  /** Of what else happens. */
  note?: string | undefined
}

export function NamedCompanies({ companies, more, note }: NamedCompaniesProps) {
  // One left over is named as well: its line would be as long.
  const named = companies.length > MOST_NAMED + 1 ? companies.slice(0, MOST_NAMED) : companies
  const left = companies.length - named.length
  return (
    <>
      <ul className="named-companies">
        {named.map(({ providerId, name, figure }) => (
          <li key={providerId}>
            <span>{name}</span>
            <span className="named-figure">{figure}</span>
          </li>
        ))}
        {left === 0 ? null : <li className="named-more">{more(left)}</li>}
      </ul>
      {note === undefined ? null : <p className="named-note">{note}</p>}
    </>
  )
}
