// The loop that tells shops: it looks which orders are in another state than their shop knows, and tells these. The state that
// counts is that of the moment of telling, so nothing is told in a wrong order, and nothing that was overtaken meanwhile.
import { limits } from '@routewright/contract'
import type { Dispatcher } from 'undici'
import {
  claimTellings,
  type DueTelling,
  insertToldState,
  postponeTelling,
  settleTelling,
} from '../../../data/shop-telling.sql.ts'
import { createId } from '../../../frame/platform/ids.ts'
import { createOutgoingAgents } from '../../../frame/platform/public-targets.ts'
import { startRounds } from '../../../frame/platform/rounds.ts'
import { type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { mayTargetPrivate } from '../../../frame/platform/trial.ts'
import { readWords } from '../../../frame/words/words.ts'
import { shops } from './kinds.ts'
import type { ShopKey, Told } from './shop.ts'
import { createShopCall } from './shop-call.ts'
import { getKey, shopChannel } from './shops.ts'

const pollMilliseconds = 1_000
/** Orders of one shop that are told at once. */
const width = 4
/** All calls of one telling together; a lease that is older belonged to a process that died. */
const timeoutSeconds = 30
const leaseSeconds = 2 * timeoutSeconds
const { retrySeconds } = limits.webhookLimits
const sentences = readWords('shops')

export interface ShopTelling {
  stop(): Promise<void>
}

/** Looks by itself, ever less often while nothing is to be told: after twenty seconds at most. */
export async function startTellingShops(services: Services): Promise<ShopTelling> {
  const agents = createOutgoingAgents()
  const current = new Set<Promise<void>>()
  const ending = new AbortController()
  const rounds = await startRounds(services, {
    channel: shopChannel,
    pollMilliseconds,
    failure: 'round of telling shops failed; trying again',
    async runRound(isStopped) {
      if (isStopped()) return
      const due = await services.database.transaction((tx) => claimTellings(tx, width, leaseSeconds))
      for (const telling of due) {
        const agent = agents.find(mayTargetPrivate(services, telling.organization_id))
        const work = tellOne(services, agent, telling, ending.signal)
          .then(() => rounds.wake())
          // Its lease runs out, and it is told again.
          .catch((error) => services.log.error({ err: error, source: telling.source_id }, 'a shop could not be told'))
        current.add(work)
        void work.finally(() => current.delete(work))
      }
    },
  })
  return {
    async stop() {
      await rounds.stop()
      ending.abort()
      await agents.destroy()
      while (current.size > 0) await Promise.all(current)
    },
  }
}

/** Outside of any transaction; what came of it is noted in one. */
async function tellOne(services: Services, agent: Dispatcher, due: DueTelling, ending: AbortSignal): Promise<void> {
  const value = due.telling.states[due.tell_state]
  const key = getKey(services.secrets, { id: due.source_id, telling: due.telling, tell_secret: due.tell_secret })
  const caller = systemCaller(due.organization_id)
  if (value === undefined) return await transactAs(services, caller, (scope) => settleTelling(scope, due))
  const started = performance.now()
  const told = buildTelling(services, due, value)
  const { ok, detail } = await attempt(agent, due, told, key, ending)
  // Our own end is no failure of the shop.
  if (!ok && ending.aborted) return
  const pause = retrySeconds[due.tell_attempts - 1]
  await transactAs(services, caller, async (scope) => {
    if (!ok && pause !== undefined) await postponeTelling(scope, due.id, pause)
    else await settleTelling(scope, due)
    const { source_id, order_id, stop_id, tell_state: state } = due
    await insertToldState(scope, {
      id: createId(scope.now),
      source_id,
      order_id,
      stop_id,
      state,
      ok,
      created_at: scope.now,
      duration_ms: Math.round(performance.now() - started),
      detail: (ok || pause !== undefined ? detail : `${detail}; given up`).slice(0, 1_000),
    })
  })
}

async function attempt(agent: Dispatcher, due: DueTelling, told: Told, key: ShopKey, ending: AbortSignal) {
  if (due.is_sandbox) return { ok: true, detail: 'Not sent: the organization is a sandbox' }
  const shop = shops[due.kind]
  return await answered(
    (signal) => shop.tell(createShopCall(agent, key.telling.url, shop.headers(key), signal), told, key),
    ending,
  )
}

/** Returns what the shop did, or why it did not, in words. Never throws. */
export async function answered(
  work: (signal: AbortSignal) => Promise<string>,
  ending: AbortSignal = new AbortController().signal,
): Promise<{ ok: boolean; detail: string }> {
  const late = AbortSignal.timeout(timeoutSeconds * 1_000)
  try {
    return { ok: true, detail: await work(AbortSignal.any([late, ending])) }
  } catch (error) {
    if (late.aborted) return { ok: false, detail: `No answer within ${timeoutSeconds} seconds` }
    const { cause, message } = error as Error
    return {
      ok: false,
      detail: ((cause instanceof Error && cause.message) || message || 'The connection failed').slice(0, 900),
    }
  }
}

function buildTelling(services: Services, due: DueTelling, value: string): Told {
  const trackingUrl = due.tracking_ended_at ? '' : `${services.publicBase()}/t/${due.tracking_token}`
  const sentence = sentences[due.telling.language][due.tell_state]
  return {
    orderId: due.order_id,
    state: due.tell_state,
    value,
    trackingUrl,
    note: trackingUrl ? `${sentence}: ${trackingUrl}` : sentence,
    key: `${due.id}-${due.tell_state}`,
    isRepeated: due.tell_attempts > 1,
    happenedAt: services.clock.now(),
  }
}
