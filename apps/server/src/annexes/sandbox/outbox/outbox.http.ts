// Mounts the outbox for the planner: the messages that the page /outbox shows, to nobody who could not open that page.
import { type App, type Context, mount } from '../../../frame/http/mount.ts'
import { outboxReadableBy } from '../../../frame/http/outbox.ts'
import { notFound } from '../../../frame/platform/api-error.ts'
import { readMessage } from './outbox.ts'

export function mountOutbox(app: App): void {
  const { outbox } = app.services

  mount(app, 'listSentMessages', (_input, context) => outbox.list(requireOwnOutbox(context)).then(withMoments))

  mount(app, 'getSentMessage', async ({ query: { name } }, context) => {
    const organizationId = requireOwnOutbox(context)
    const entry = (await outbox.list(organizationId)).find((entry) => entry.name === name)
    const source = entry && (await outbox.find(organizationId, name))
    if (!source) throw notFound('message', name)
    return { ...withMoments([entry])[0], text: await readMessage(entry.channel, source) }
  })
}

/** The organization of the caller, if its messages may be shown to this request. Throws 404. */
function requireOwnOutbox({ services, request, principal }: Context): string {
  const organizationId = outboxReadableBy(services, request)
  if (organizationId === undefined || organizationId !== principal.organizationId) throw notFound('outbox', 'messages')
  return organizationId
}

const withMoments = <Entry extends { date: string }>(entries: readonly Entry[]) =>
  entries.map((entry) => ({ ...entry, date: new Date(entry.date) }))
