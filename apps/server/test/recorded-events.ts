// The outbox of an organization: the events that its webhooks will be sent.
import { createId } from '../src/frame/platform/ids.ts'
import type { Account, TestServer } from './harness.ts'

export interface RecordedEvent {
  event_id: string
  project_id: string
  meta: { organization_id: string; actor: { type: string; id: string }; changes: string[] }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into resources of every kind
  data: any
}

/** Makes the organization one with a reader: without an enabled webhook no event is written. */
export async function subscribe(server: TestServer, account: Account): Promise<void> {
  const now = server.clock.now()
  await server.services.database.db
    .insertInto('webhooks')
    .values({
      id: createId(now),
      organization_id: account.organization_id,
      project_id: null,
      created_by: null,
      label: null,
      url: 'https://receiver.example.test/hook',
      signing_secret: null,
      disabled_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** The events of the organization so far, in order. */
export async function recordedEvents(server: TestServer, account: Account): Promise<RecordedEvent[]> {
  const rows = await server.services.database.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', account.organization_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.body as unknown as RecordedEvent)
}

/** The same by their short names, `plan.created`. */
export async function recordedEventNames(server: TestServer, account: Account): Promise<string[]> {
  return (await recordedEvents(server, account)).map((event) => event.event_id.split('.').slice(-2).join('.'))
}
