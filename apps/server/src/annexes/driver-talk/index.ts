// Conversations of dispatchers and drivers, and alerts to closed pages.
import type { Annex } from '../annexes.ts'
import { mountConversations } from './conversations/conversations.http.ts'
import { findMessages, listNews } from './conversations/conversations.ts'
import { mountPush } from './push/push.http.ts'
import { startPushing } from './push/push.job.ts'
import { alertOfDispatch, cleanUpPushDevices } from './push/push.ts'

export const driverTalk: Annex = {
  name: 'driver-talk',
  mount(app) {
    mountConversations(app)
    mountPush(app)
  },
  work: startPushing,
  cleanUp: cleanUpPushDevices,
  ports: {
    happenings: [{ routeDispatched: alertOfDispatch }],
    liveChanges: { messages: { event: 'route_message', read: findMessages } },
    pageParts: [
      {
        async driverNews(scope, routeId, since) {
          const messages = await listNews(scope, routeId, since)
          return messages.length > 0 ? { messages } : {}
        },
      },
    ],
  },
}
