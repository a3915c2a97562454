// The drivers' app's entry.
import '@routewright/ui/tokens.css'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')!).render(<p>Routewright</p>)
