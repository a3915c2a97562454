// Writes results of attempts: log, retry or done, consecutive failures, mail to the owner, disabling.
import { limits } from '@routewright/contract'
import type { AttemptResult } from '../../data/deliveries.sql.ts'
import {
  deleteDeliveries,
  giveUpDeliveries,
  logAttempts,
  postponeDeliveries,
  trimAttempts,
} from '../../data/deliveries.sql.ts'
import { listActiveUsers } from '../../data/users.sql.ts'
import type { DeliveryRow, WebhookRow } from '../../data/webhook-tables.ts'
import { type CountedResult, countResults, disableWebhook } from '../../data/webhooks.sql.ts'
import { queueMail } from '../../frame/platform/mail.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export interface Outcome {
  webhook: WebhookRow
  delivery: DeliveryRow
  result: AttemptResult
}

/** The log is trimmed at one of this many attempts. */
const trimEvery = 50
/** Most results in one transaction, as other transactions wait for some of its rows. */
const notedAtOnce = 200

/**
 * Takes from the waiting results those that one transaction can write: of one organization, and of each webhook only successes or
 * only failures, so that the count of consecutive failures is the same as one by one.
 */
export function takeOutcomes(waiting: Outcome[]): Outcome[] {
  const organizationId = waiting[0]?.webhook.organization_id
  const kinds = new Map<string, boolean>()
  const passedOver = new Set<string>()
  const taken: Outcome[] = []
  const left: Outcome[] = []
  for (const outcome of waiting) {
    const { webhook, result } = outcome
    const kind = kinds.get(webhook.id) ?? result.ok
    kinds.set(webhook.id, kind)
    const isAlike = webhook.organization_id === organizationId && kind === result.ok && !passedOver.has(webhook.id)
    if (isAlike && taken.length < notedAtOnce) taken.push(outcome)
    else {
      passedOver.add(webhook.id)
      left.push(outcome)
    }
  }
  waiting.splice(0, waiting.length, ...left)
  return taken
}

/** Writes results chosen by `takeOutcomes`. */
export async function recordOutcomes(scope: Scope, outcomes: readonly Outcome[]): Promise<void> {
  // Lock order: every writer locks the rows of webhooks first.
  const counts = await countResults(scope, countedResults(outcomes))
  await logAttempts(scope, outcomes)
  const trimmed = outcomes.filter(({ delivery }) => delivery.id % trimEvery === 0).map(({ webhook }) => webhook.id)
  for (const webhookId of new Set(trimmed)) await trimAttempts(scope, webhookId, limits.webhookLimits.logLength)
  await deleteDeliveries(scope, listIds(outcomes.filter(({ result }) => result.ok)))
  const failed = outcomes.filter(({ result }) => !result.ok)
  for (const attempts of new Set(failed.map(({ delivery }) => delivery.attempts))) {
    const alike = failed.filter(({ delivery }) => delivery.attempts === attempts)
    await postponeDeliveries(scope, listIds(alike), limits.webhookLimits.retrySeconds[attempts])
  }
  for (const { id, before, after } of counts) {
    const last = failed.findLast(({ webhook }) => webhook.id === id)
    if (last) await followFailures(scope, last, before, after)
  }
}

function countedResults(outcomes: readonly Outcome[]): CountedResult[] {
  const results = new Map<string, CountedResult>()
  for (const { webhook, result } of outcomes) {
    const { count = 0 } = results.get(webhook.id) ?? {}
    results.set(webhook.id, { id: webhook.id, ok: result.ok, count: count + 1 })
  }
  return [...results.values()]
}

function listIds(outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ delivery }) => delivery.id)
}

async function followFailures(
  scope: Scope,
  { webhook, result }: Outcome,
  before: number,
  after: number,
): Promise<void> {
  const { failuresUntilMail, failuresUntilDisabled } = limits.webhookLimits
  if (before < failuresUntilMail && after >= failuresUntilMail) await tellOwner(scope, webhook, after, result)
  if (after >= failuresUntilDisabled && (await disableWebhook(scope, webhook.id))) {
    await giveUpDeliveries(scope, webhook.id)
    await tellOwner(scope, webhook, after, result)
  }
}

async function tellOwner(scope: Scope, webhook: WebhookRow, failures: number, result: AttemptResult): Promise<void> {
  const isOff = failures >= limits.webhookLimits.failuresUntilDisabled
  const host = new URL(webhook.url).host
  const text = [
    `The webhook ${webhook.label ? `"${webhook.label}" ` : ''}to ${host} failed ${failures} times in a row.`,
    `Last failure: ${result.error ?? 'unknown'}.`,
    isOff
      ? 'It is now switched off and receives no events until you switch it on again in the settings.'
      : `Deliveries are tried again. After ${limits.webhookLimits.failuresUntilDisabled} failures in a row it is switched off.`,
  ].join('\n\n')
  const subject = isOff ? `Webhook to ${host} switched off` : `Webhook to ${host} is failing`
  for (const to of await listOwnerEmails(scope, webhook)) {
    await queueMail(scope, { to, subject, text })
  }
}

/** Returns who is told about a failing webhook: its creator, or the organization's administrators when the creator is gone. */
async function listOwnerEmails(scope: Scope, webhook: WebhookRow): Promise<string[]> {
  const people = await listActiveUsers(scope)
  const maker = people.find(({ id }) => id === webhook.created_by)
  if (maker) return [maker.email]
  return people.filter(({ role }) => role === 'organization_administrator').map(({ email }) => email)
}
