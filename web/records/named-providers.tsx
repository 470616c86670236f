// The providers that an act is about, each with a figure of it; the first ones by name, the others counted.

import './named-providers.css'

const MAX_NAMED = 6

type NamedProvidersProps = {
  providers: readonly { readonly providerId: number; readonly name: string; readonly figure: string }[]
  more: (count: number) => string
  /** Of what else happens. */
  note?: string | undefined
}

export function NamedProviders({ providers, more, note }: NamedProvidersProps) {
  // One left over is named as well: its line would be as long.
  const named = providers.length > MAX_NAMED + 1 ? providers.slice(0, MAX_NAMED) : providers
  const left = providers.length - named.length
  return (
    <>
      <ul className="named-providers">
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
