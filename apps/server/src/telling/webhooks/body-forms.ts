// How the body of a delivery is written: the plain envelope, or a CloudEvent around it.
import type { WebhookRow } from '../../data/webhook-tables.ts'

export interface WrittenBody {
  body: string
  contentType: 'application/json' | 'application/cloudevents+json'
}

/** Returns the body in the form that the webhook asks for. `deliveryId` is the same at every retry. */
export function writeBody({ form }: Pick<WebhookRow, 'form'>, envelope: object, deliveryId: string): WrittenBody {
  if (form !== 'cloudevents') return { body: JSON.stringify(envelope), contentType: 'application/json' }
  const event = cloudEvent(JSON.parse(JSON.stringify(envelope)), deliveryId)
  return { body: JSON.stringify(event), contentType: 'application/cloudevents+json' }
}

interface Envelope {
  created_at: string
  project_id: string
  event_id: string
  data: { id: string }
}

/** CloudEvents 1.0, structured mode: the envelope is its data, so that receivers read the same fields in both forms. */
function cloudEvent(envelope: Envelope, id: string) {
  return {
    specversion: '1.0',
    id,
    source: `/project/${envelope.project_id}`,
    type: envelope.event_id,
    subject: envelope.data.id,
    time: envelope.created_at,
    datacontenttype: 'application/json',
    data: envelope,
  }
}
