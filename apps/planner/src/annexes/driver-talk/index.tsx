// Messages between dispatchers and drivers.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const driverTalk: PlannerAnnex = {
  name: 'driver-talk',
  sections: [
    { at: 'rail', load: () => import('./talk-bell.tsx') },
    { at: 'stop.messages', load: () => import('./in-editor/write-about-stop.tsx') },
    { at: 'route.head', load: () => import('./in-editor/talk-button.tsx') },
    { at: 'route.state', load: () => import('./in-editor/ping-line.tsx') },
    { at: 'route.talk', load: () => import('./talk-panel.tsx') },
    { at: 'route.ask', load: () => import('./in-editor/ask-driver.tsx') },
    { at: 'route.write', load: () => import('./in-editor/write-driver.tsx') },
  ],
  streamed: {
    route_message: (message) => void import('./talk.ts').then(({ tellOfMessage }) => tellOfMessage(message)),
  },
}
