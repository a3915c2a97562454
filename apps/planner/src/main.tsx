// The planner's entry: words first, so that no screen flashes in the wrong language.
import './kit.css'
import '@mantine/notifications/styles.layer.css'
import '@routewright/ui/tokens.css'
import './shell/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { giveFocusBack } from './shell/focus-back.ts'
import { loadWords } from './shell/words.ts'

const words = await loadWords()
giveFocusBack(document)
createRoot(document.getElementById('root')!).render(<App words={words} />)
