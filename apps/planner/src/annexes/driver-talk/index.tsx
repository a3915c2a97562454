// Messages between dispatchers and drivers.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const driverTalk: PlannerAnnex = {
  name: 'driver-talk',
  sections: [
    { at: 'rail', load: () => import('../../talk/talk-bell.tsx') },
    { at: 'stop.messages', load: () => import('../../live/write-about-stop.tsx') },
    { at: 'route.head', load: () => import('../../live/talk-button.tsx') },
    { at: 'route.state', load: () => import('../../live/ping-line.tsx') },
    { at: 'route.talk', load: () => import('../../live/talk-panel.tsx') },
    { at: 'route.ask', load: () => import('../../live/ask-driver.tsx') },
    { at: 'route.write', load: () => import('../../live/write-driver.tsx') },
  ],
  streamed: {
    route_message: (message) => void import('../../plan/talk.ts').then(({ tellOfMessage }) => tellOfMessage(message)),
  },
}
