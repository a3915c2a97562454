// The recipients' page's entry.
import '@routewright/ui/tokens.css'
import { render } from 'preact'

render(<p>Routewright</p>, document.getElementById('root')!)
