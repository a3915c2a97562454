// The recipients' page's entry: reads what the server put into the document, and draws.
import './styles.css'
import type { TrackingView } from '@routewright/contract'
import { render } from 'preact'
import { App } from './app.tsx'
import { chooseLanguage, loadWords } from './words/words.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
applyTheme()
dark.addEventListener('change', applyTheme)

const given = document.getElementById('view')?.textContent
const data = given ? (JSON.parse(given) as TrackingView | { closed: true; is_link_missing?: boolean }) : undefined
const closed = data && 'closed' in data ? data : undefined
const view = data && !('closed' in data) ? data : undefined
const language = chooseLanguage(view?.language)

// Words that cannot be loaded are said in English.
void loadWords(language)
  .catch(() => {})
  .then(() =>
    render(
      <App
        first={view}
        isClosed={closed !== undefined}
        isLinkMissing={closed?.is_link_missing === true}
        firstLanguage={language}
      />,
      document.getElementById('root')!,
    ),
  )

// A page without a connection is said to be one; browsers that keep no workers show their own.
void navigator.serviceWorker?.register(`${import.meta.env.BASE_URL}offline.js`).catch(() => {})
