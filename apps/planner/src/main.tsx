// The planner's entry: words first, so that no screen flashes in the wrong language; the list of annexes comes beside them.
import './kit.css'
import '@mantine/notifications/styles.layer.css'
import '@routewright/ui/tokens.css'
import './shell/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { giveFocusBack } from './shell/focus-back.ts'
import { loadWords } from './shell/words.ts'

// Not awaited by the module itself: the list of annexes imports what this file is built into, and would wait for it forever.
void start()

async function start(): Promise<void> {
  const [words, { annexes }] = await Promise.all([loadWords(), import('./annexes.ts')])
  giveFocusBack(document)
  createRoot(document.getElementById('root')!, { onRecoverableError: reportCause }).render(
    <App words={words} annexes={annexes} />,
  )
}

/** Reports why React had to draw the page a second time: its own error says only that it had to. */
function reportCause(error: unknown): void {
  reportError(error instanceof Error && error.cause ? error.cause : error)
}
