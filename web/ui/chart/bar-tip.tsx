// What is told of one bar: its day and the figures of its parts, beside the pointer and to those who hear the page.

import './bar-tip.css'

export type Tip = {
  readonly title: string
  readonly figures: readonly { readonly label: string; readonly tone?: string; readonly words: string }[]
}

export function tipWords({ title, figures }: Tip): string {
  return [title, ...figures.map(({ label, words }) => `${label} ${words}`)].join('，')
}

/** On the side of the bar where there is more room. */
export function BarTip({ tip, at, width }: { tip: Tip; at: number; width: number }) {
  return (
    <div className="bar-tip" style={at > width / 2 ? { right: width - at + 12 } : { left: at + 12 }}>
      <p>{tip.title}</p>
      <dl>
        {tip.figures.map(({ label, tone, words }) => (
          <div key={label}>
            <dt data-tone={tone}>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
