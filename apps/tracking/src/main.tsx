// The recipients' page's entry: reads what the server put into the document, and draws.
import './styles.css'
import type { TrackingView } from '@routewright/contract'
import { render } from 'preact'
import { App } from './app.tsx'

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
applyTheme()
dark.addEventListener('change', applyTheme)

const given = document.getElementById('view')?.textContent
const data = given ? (JSON.parse(given) as TrackingView | { closed: true }) : undefined
const isClosed = data !== undefined && 'closed' in data

render(
  <App first={data && !('closed' in data) ? data : undefined} isClosed={isClosed} />,
  document.getElementById('root')!,
)
