// The rules of webhook subscriptions: who may manage them, allowed targets, their log, resending and testing.
import {
  type AuditedAction,
  eventIds,
  isEventId,
  limits,
  type WebhookInput,
  type WebhookUpdate,
} from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import {
  type AttemptResult,
  fanOutBatch,
  fanOutEvents,
  findAttempt,
  insertAttempt,
  type LoggedDelivery,
  listAttemptPage,
  trimAttempts,
} from '../../data/deliveries.sql.ts'
import { emptyRow, recordMaker, sentValues } from '../../data/records.ts'
import { type AttemptRow, type WebhookRow, webhookAttemptTable, webhookTable } from '../../data/webhook-tables.ts'
import {
  deleteWebhookRow,
  insertWebhook,
  listWebhookRows,
  lockWebhookRow,
  updateWebhookRow,
} from '../../data/webhooks.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { targetTrouble } from '../../frame/platform/public-targets.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { newSigningSecret } from './signing-secrets.ts'

export { renewSecrets } from './signing-secrets.ts'

const ownRecord = recordMaker(webhookTable)

export function webhookResource(row: WebhookRow) {
  return { ...ownRecord(row), signed: row.signing_secret !== null }
}

export const attemptResource = recordMaker(webhookAttemptTable)

/** Services that the rules of webhooks need. */
export interface WebhookSurroundings {
  /** Allows plain http and private addresses. */
  allowPrivateWebhooks: boolean
  secrets: SecretKeys
}

export async function listWebhooks(scope: Scope): Promise<WebhookRow[]> {
  requireManager(scope)
  return listWebhookRows(scope)
}

/** Locks and returns the webhook. Throws 404, or 403 for users who may not manage webhooks. */
export async function getWebhook(scope: Scope, id: string): Promise<WebhookRow> {
  requireManager(scope)
  const row = await lockWebhookRow(scope, id)
  if (!row) throw notFound('webhook', id)
  if (row.project_id) requireReach(scope, row.project_id)
  return row
}

/** Creates a webhook. Throws highway.webhook.error.{invalid_url,unknown_event}. */
export async function createWebhook(
  scope: Scope,
  input: WebhookInput,
  rules: WebhookSurroundings,
): Promise<WebhookRow> {
  requireManager(scope)
  requireTarget(input.url, rules)
  requireKnownEvents(input.events)
  if (input.project_id) await getProject(scope, input.project_id)
  await fanOutAll(scope)
  const id = createId(scope.now)
  const row = await insertWebhook(scope, {
    ...emptyRow(webhookTable),
    ...sentValues(webhookTable, input),
    id,
    created_by: scope.userId ?? null,
    url: input.url,
    signing_secret: input.signed ? newSigningSecret(rules.secrets, id) : null,
    created_at: scope.now,
    updated_at: scope.now,
  })
  await audit(scope, 'created', row)
  return row
}

/**
 * Fans out all recorded events to the present subscriptions, so that a new one begins with later events. Comparing times instead
 * would miss events of a node whose clock is slow.
 */
async function fanOutAll({ tx, now }: Scope): Promise<void> {
  while ((await fanOutEvents(tx, now, fanOutBatch)) === fanOutBatch) {
    // Continue until a batch is not full.
  }
}

/** Changes the fields sent. Enabling resets the count of failures. */
export async function updateWebhook(
  scope: Scope,
  id: string,
  changes: WebhookUpdate,
  rules: WebhookSurroundings,
): Promise<WebhookRow> {
  const before = await getWebhook(scope, id)
  await requireRecordAsSeen(scope, before, getName(before))
  if (changes.url !== undefined) requireTarget(changes.url, rules)
  requireKnownEvents(changes.events)
  if (changes.project_id) await getProject(scope, changes.project_id)
  const { enabled, signed } = changes
  const row = await updateWebhookRow(scope, id, {
    ...sentValues(webhookTable, changes),
    ...(enabled === true ? { failure_count: 0, disabled_at: null } : {}),
    ...(signed === true && !before.signing_secret ? { signing_secret: newSigningSecret(rules.secrets, id) } : {}),
    ...(signed === false ? { signing_secret: null } : {}),
  })
  await audit(scope, 'updated', row)
  return row
}

export async function deleteWebhook(scope: Scope, id: string): Promise<WebhookRow> {
  const row = await getWebhook(scope, id)
  await requireRecordAsSeen(scope, row, getName(row))
  await deleteWebhookRow(scope, id)
  await audit(scope, 'deleted', row)
  return row
}

/** Returns a page of the log, newest first. */
export async function listAttempts(
  scope: Scope,
  id: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: AttemptRow[] }> {
  await getWebhook(scope, id)
  return listAttemptPage(scope, id, page)
}

/** Returns an attempt, to be sent again. Throws 404. */
export async function getAttempt(scope: Scope, id: string, attemptId: number): Promise<AttemptRow> {
  await getWebhook(scope, id)
  const attempt = await findAttempt(scope, id, attemptId)
  if (!attempt) throw notFound('attempt', String(attemptId))
  return attempt
}

/** Returns a sample event of the first type that the webhook takes, marked as a test in its meta. */
export function sampleEvent(scope: Scope, webhook: WebhookRow): LoggedDelivery {
  const eventId = webhook.events.find(isEventId) ?? eventIds[0]!
  const resourceId = createId(scope.now)
  const body = {
    created_at: scope.now,
    project_id: webhook.project_id ?? resourceId,
    event_id: eventId,
    meta: { organization_id: scope.organizationId, actor: scope.actor, changes: [], test: true },
    data: { id: resourceId, label: 'Test event', created_at: scope.now, updated_at: scope.now },
  }
  return { id: null, webhook_id: webhook.id, event_id: eventId, resource_id: resourceId, body }
}

/** Records the result of a manual attempt; it does not affect the count of consecutive failures. */
export async function logAttempt(scope: Scope, delivery: LoggedDelivery, result: AttemptResult): Promise<AttemptRow> {
  const row = await insertAttempt(scope, delivery, result)
  await trimAttempts(scope, delivery.webhook_id, limits.webhookLimits.logLength)
  return row
}

function getName({ label, url }: WebhookRow): string {
  return `Webhook ${label ?? new URL(url).host}`
}

/** Audits a change. The URL may contain a token, so only its host is recorded. */
async function audit(scope: Scope, action: AuditedAction, row: WebhookRow): Promise<void> {
  const { label, url, events, enabled } = row
  await auditRecord(scope, action, 'webhook', row, { label, host: new URL(url).host, events, enabled })
}

/**
 * Throws unless the caller manages the organization. Calls of drivers and recipients have no role and never get here; the system
 * itself may manage everything.
 */
function requireManager(scope: Scope): void {
  const isManager = scope.role === 'organization_administrator' || scope.role === 'organization_manager'
  if (isManager || scope.actor.type === 'system') return
  throw apiError('highway.user.error.forbidden', { action: 'manage webhooks' })
}

function requireKnownEvents(events: readonly string[] | undefined): void {
  for (const [index, event] of (events ?? []).entries()) {
    if (!isEventId(event)) {
      throw apiError('highway.webhook.error.unknown_event', {
        place: `events[${index}]`,
        reason: `${event} is no event type`,
      })
    }
  }
}

/** Throws highway.webhook.error.invalid_url for a forbidden address. */
export function requireTarget(
  text: string,
  { allowPrivateWebhooks }: Pick<WebhookSurroundings, 'allowPrivateWebhooks'>,
): void {
  const reason = targetTrouble(text, allowPrivateWebhooks)
  if (reason) throw apiError('highway.webhook.error.invalid_url', { place: 'url', reason })
}
