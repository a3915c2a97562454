// The tables of webhooks: subscriptions, the outbox of events, deliveries and their attempts.
import { webhookForms } from '@routewright/contract'
import {
  beginning,
  flag,
  id,
  identity,
  integer,
  jsonText,
  list,
  moment,
  oneOf,
  optional,
  type RowOf,
  table,
  text,
  wholeNumber,
} from './table.ts'
import type { JsonObject } from './values.ts'

/** From when on a forecast is told; null for the usual of `forecastThresholds`. */
const thresholds = {
  expected_within_minutes: optional(integer),
  within_meters: optional(integer),
  late_by_minutes: optional(integer),
  delayed_by_minutes: optional(integer),
  position_every_seconds: optional(integer),
}

export const webhookTable = table('webhooks', {
  given: {
    id,
    organization_id: id,
    created_by: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    /** Limits it to events of this project; null: the whole organization. */
    project_id: optional(id),
    label: optional(text),
    url: text,
    events: list<string>(),
    /** How deliveries are written; null for the plain envelope. */
    form: optional(oneOf(webhookForms)),
    enabled: beginning(true, flag),
    ...thresholds,
  },
  computed: {
    failure_count: beginning(0, integer),
    disabled_at: optional(moment),
  },
  private: {
    /** Encrypted; see webhooks/signing-secrets.ts. */
    signing_secret: optional(text),
  },
})

export const eventTable = table('events', {
  given: {
    event_id: text,
    resource_id: text,
    body: jsonText<JsonObject>(),
    created_at: moment,
  },
  private: {
    id: identity,
    organization_id: id,
    project_id: id,
    /** The only webhook that gets the event; null for every one that wants its kind. */
    webhook_id: optional(id),
    fanned_out_at: optional(moment),
  },
})

export const webhookDeliveryTable = table('webhook_deliveries', {
  given: {
    event_id: text,
    resource_id: text,
    body: jsonText<JsonObject>(),
    created_at: moment,
  },
  private: {
    id: identity,
    webhook_id: id,
    event_key: optional(wholeNumber),
    status: beginning('waiting', oneOf(['waiting', 'delivered', 'failed'])),
    attempts: beginning(0, integer),
    next_attempt_at: moment,
    leased_until: optional(moment),
  },
})

export const webhookAttemptTable = table('webhook_attempts', {
  given: {
    id: identity,
    delivery_id: optional(wholeNumber),
    event_id: text,
    resource_id: text,
    body: jsonText<JsonObject>(),
    ok: flag,
    response_status: optional(integer),
    error: optional(text),
    duration_ms: integer,
    created_at: moment,
  },
  private: {
    webhook_id: id,
  },
})

export type WebhookRow = RowOf<typeof webhookTable>
export type DeliveryRow = RowOf<typeof webhookDeliveryTable>
export type AttemptRow = RowOf<typeof webhookAttemptTable>
