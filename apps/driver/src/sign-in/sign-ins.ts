// Drivers who are signed in on this phone: by a code, with their routes, until they sign out or are signed out.
import {
  listOwnRoutes,
  openOwnRoute,
  requestDriverCode,
  signInDriver,
  signOutDriver,
} from '@routewright/client/operations'
import { callService } from '../outbox/call.ts'
import { openLink } from '../route/refresh.ts'
import { database, type KeptSignIn } from '../store/database.ts'
import { useLive } from '../store/live.ts'

/** Why something did not work: no connection, too many calls, a wrong code. */
export type Trouble = 'offline' | 'busy' | 'code'

/** Undefined until the phone's database answered. */
export function useSignIns(): KeptSignIn[] | undefined {
  return useLive(() => database.sign_ins.toArray(), [])
}

/** Requests a code; returns the secret of its sign-in. */
export async function askForCode(address: string, language: string): Promise<{ step: string } | Trouble> {
  const answer = await callService('', requestDriverCode, { body: { address, language } })
  if (answer.kind === 'done') return answer.body
  return answer.kind === 'later' ? getTrouble(answer.why) : 'code'
}

/** Signs in by a code; `step` where it was sent, none where a dispatcher read it out. */
export async function signIn(code: string, step?: string): Promise<Trouble | undefined> {
  const answer = await callService('', signInDriver, { body: { code, ...(step ? { step } : {}) } })
  if (answer.kind === 'later') return getTrouble(answer.why)
  if (answer.kind !== 'done') return 'code'
  const fresh = answer.body.sign_ins.map(({ expires_at: _, ...own }) => ({ ...own, routes: [], today: '' }))
  await database.sign_ins.bulkPut(fresh)
  await refreshRoutes()
}

function getTrouble(why: 'offline' | 'busy' | 'failing'): Trouble {
  return why === 'busy' ? 'busy' : 'offline'
}

/** Reads the routes of all who are signed in, and keeps today's whole, so that they open without a connection. */
export async function refreshRoutes(): Promise<void> {
  for (const { token } of await database.sign_ins.toArray()) {
    const answer = await callService(token, listOwnRoutes, {})
    if (answer.kind === 'closed') await forgetSignIn(token)
    if (answer.kind !== 'done') continue
    const { expires_at: _, ...shown } = answer.body
    await database.sign_ins.update(token, shown)
    for (const { route_id, date } of shown.routes) if (date === shown.today) await linkTo(token, route_id)
  }
}

/** The token of a link that opens the route on this phone: the one that it has, or a fresh one. Undefined without a connection. */
export async function linkTo(signInToken: string, routeId: string): Promise<string | undefined> {
  const known = await database.links.where('route_id').equals(routeId).sortBy('opened_at')
  const alive = known.findLast(({ is_dead }) => !is_dead)
  if (alive && (await database.routes.get(routeId))) return alive.token
  const answer = await callService(signInToken, openOwnRoute, { route_id: routeId })
  if (answer.kind === 'closed') await forgetSignIn(signInToken)
  if (answer.kind !== 'done') return undefined
  const token = answer.body.public_link.split('/').at(-1)!
  const kept = { token, route_id: routeId, opened_at: Date.now(), is_dead: false, sign_in: signInToken }
  await database.links.put(kept)
  await openLink(token)
  return token
}

/** Signs out here and at the service. */
export async function signOut(token: string): Promise<Trouble | undefined> {
  const answer = await callService(token, signOutDriver, {})
  if (answer.kind === 'later') return getTrouble(answer.why)
  await forgetSignIn(token)
}

/** Deletes the driver and their routes from the phone; data of a route with something that was never sent stay. */
async function forgetSignIn(token: string): Promise<void> {
  const { sign_ins, links, routes, readings, outbox, pictures, drafts, amendments, messages, positions } = database
  const ofRoute = [links, readings, outbox, pictures, drafts, amendments, messages, positions]
  const all = [sign_ins, routes, ...ofRoute]
  await database.transaction('rw', all, async () => {
    await sign_ins.delete(token)
    const own = await links.filter(({ sign_in }) => sign_in === token).toArray()
    for (const route_id of new Set(own.map((link) => link.route_id))) {
      if (await isUnsent(route_id)) {
        await routes.update(route_id, { is_closed: true })
        continue
      }
      await routes.delete(route_id)
      for (const table of ofRoute) {
        await table.where('route_id').equals(route_id).delete()
      }
    }
    await links.bulkUpdate(own.map((link) => ({ key: link.token, changes: { is_dead: true } })))
  })
}

async function isUnsent(routeId: string): Promise<boolean> {
  const calls = await database.outbox.where('route_id').equals(routeId).toArray()
  const photos = await database.pictures.where('route_id').equals(routeId).toArray()
  return calls.some(({ state }) => state !== 'sent') || photos.some(({ state }) => state === 'waiting')
}
