// A file of a form on its way: its name, its stage in words, and how much of it has been sent.

type FileProgressProps = {
  name: string
  stage: string
  /** Undefined where nothing moves. */
  percent: number | undefined
}

export function FileProgress({ name, stage, percent }: FileProgressProps) {
  return (
    <div className="file-field-strip-words">
      <p className="file-field-name">{name}</p>
      <p className="file-field-stage" role="status">
        {stage}
      </p>
      {percent === undefined ? null : (
        <div
          className="file-field-bar"
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <div style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
