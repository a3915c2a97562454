// The page of a link that no longer works, and of the time before the first response.
import type { Say } from '../words/words.ts'

export function Closed({ say, isLinkMissing }: { say: Say; isLinkMissing: boolean }) {
  return (
    <main class="page alone">
      <h1>{say(isLinkMissing ? 'noLinkTitle' : 'closedTitle')}</h1>
      <p>{say(isLinkMissing ? 'noLinkText' : 'closedText')}</p>
    </main>
  )
}

export function Waiting({ say, isOffline }: { say: Say; isOffline: boolean }) {
  return (
    <main class="page alone" aria-busy={!isOffline}>
      {isOffline ? <p role="status">{say('loadFailed')}</p> : <div class="skeleton tall" />}
    </main>
  )
}
