// The drivers' app's entry: its words, its worker, its queue, its screens.
import '@routewright/ui/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/forms.css'
import './styles/scanner.css'
import './styles/sheets.css'
import './styles/screens.css'
import './styles/talk.css'
import { createWords } from '@routewright/ui/words'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { App, beginOpening } from './app/app.tsx'
import { startFlushing } from './outbox/flushing.ts'
import { recallClock } from './store/clock.ts'
import { registerWorkerBehindScreen } from './store/worker.ts'

registerWorkerBehindScreen(import.meta.env.BASE_URL)
// Browsers may clear what a page keeps when the phone is full, unless it asks.
void navigator.storage?.persist?.()

const files = import.meta.glob<{ default: Record<string, unknown> }>('./words/*.json')
const wordsToCome = createWords({
  load: async (language) => (await files[`./words/${language}.json`]!()).default,
})
await recallClock()
beginOpening()
const words = await wordsToCome
startFlushing()
createRoot(document.getElementById('root')!).render(
  <I18nextProvider i18n={words}>
    <App />
  </I18nextProvider>,
)
