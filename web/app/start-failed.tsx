// Said when the code of the console did not come: the connection broke, or a new release has just replaced it.

import { startLabels } from './start-labels.ts'
import './fallback-pages.css'

export function StartFailed() {
  return (
    <main>
      <section className="stand-in" role="alert">
        <h1>{startLabels.title}</h1>
        <p className="stand-in-text">{startLabels.text}</p>
        <div className="stand-in-acts">
          <button
            className="stand-in-act stand-in-main"
            type="button"
            onClick={() => window.location.reload()}
          >
            {startLabels.reload}
          </button>
        </div>
      </section>
    </main>
  )
}
