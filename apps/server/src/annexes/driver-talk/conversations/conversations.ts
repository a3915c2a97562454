// The rules of messages between dispatchers and the driver of a route: written once, in order, marked when they arrive.
import {
  type DriverMessageInput,
  type DriverMessageMarks,
  limits,
  type RouteMessage,
  type RouteMessageInput,
} from '@routewright/contract'
import { getProject } from '../../../accounts/projects/projects.ts'
import { getOwnUser } from '../../../accounts/users/users.ts'
import { emptyRow, mapById, recordMaker } from '../../../data/records.ts'
import { setStopOfImage } from '../../../data/reports.sql.ts'
import { type RouteMessageRow, routeMessageTable } from '../../../data/route-message-table.ts'
import {
  findMessageByClientId,
  insertRouteMessage,
  listMessageRows,
  listMessagesSince,
  listNewestMessages,
  markDelivered,
  markRead,
  noteImageArrived,
} from '../../../data/route-messages.sql.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { FileReference } from '../../../data/values.ts'
import { awaitPicture } from '../../../field/reports/reports.ts'
import { invalidPayload } from '../../../frame/platform/api-error.ts'
import { likelyMoment, readDeviceTime } from '../../../frame/platform/device-time.ts'
import { createId } from '../../../frame/platform/ids.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { getRoute } from '../../../planning/routes/routes.ts'
import { getStop } from '../../../planning/stops/stops.ts'
import { alertOfMessage } from '../push/push.ts'
import { selectConversations } from './conversations.sql.ts'

/** Days before and after now that belong to a conversation's day, as it is planned in another zone and driven past midnight. */
const daysBefore = 2
const daysAfter = 2
const mostConversations = 200
const dayMilliseconds = 86_400_000

const ownRecord = recordMaker(routeMessageTable)

function messageRecord(scope: Pick<Scope, 'publicBase'>, row: RouteMessageRow) {
  const record = ownRecord(row)
  if (row.image) record.image = { id: row.image.id, url: scope.publicBase + row.image.url }
  return record
}

/** The newest messages of a route, oldest of them first. Throws 404 and 403. */
export async function listMessages(scope: Scope, routeId: string) {
  const route = await getRoute(scope, routeId)
  return findNewest(scope, route.id)
}

/** The same of a route that the caller was shown to reach. */
export async function findNewest(scope: Scope, routeId: string) {
  const rows = await listNewestMessages(scope, routeId, limits.listLength.routeMessages)
  return rows.reverse().map((row) => messageRecord(scope, row))
}

/** Returns messages of a route that are new or were marked since a moment. */
export async function listNews(scope: Scope, routeId: string, since: Date) {
  return (await listMessagesSince(scope, routeId, since)).map((row) => messageRecord(scope, row))
}

/** These messages, oldest first. */
export async function findMessages(scope: Scope, ids: readonly string[]) {
  return (await listMessageRows(scope, ids)).map((row) => messageRecord(scope, row))
}

interface Written {
  sender: RouteMessage['sender']
  kind: RouteMessage['kind']
  createdAt: Date
  author: string | null
}

/** A dispatcher writes. Throws 404, 403 and highway.validation.error.invalid_payload. */
export async function sendMessage(scope: Scope, routeId: string, input: RouteMessageInput) {
  const route = await getRoute(scope, routeId)
  const { name, email } = await getOwnUser(scope)
  const kind = input.kind ?? 'text'
  return write(scope, route, input, { sender: 'dispatcher', kind, createdAt: scope.now, author: name || email || null })
}

/** The driver of the route writes, perhaps hours ago. Throws as `sendMessage`. */
export async function takeMessage(scope: Scope, route: RouteRow, { at, ...input }: DriverMessageInput) {
  const createdAt = likelyMoment(readDeviceTime(at, scope.now, 'at'), scope.now)
  return write(scope, route, input, { sender: 'driver', kind: 'text', createdAt, author: null })
}

/** Stores the message; one with the same client_id is returned unchanged. */
async function write(
  scope: Scope,
  route: RouteRow,
  input: Pick<RouteMessageInput, 'text' | 'stop_id' | 'image_client_id' | 'client_id'>,
  { sender, kind, createdAt, author }: Written,
) {
  const text = input.text?.trim() || null
  if (kind === 'text' && !text && !input.image_client_id) {
    throw invalidPayload('text', 'a message needs a text that is not blank, or image_client_id')
  }
  if (input.stop_id) await requireStopOfPlan(scope, route, input.stop_id)
  const picture = await findPicture(scope, route, input)
  const stored = await insertRouteMessage(scope, {
    ...emptyRow(routeMessageTable),
    sender,
    kind,
    text,
    author,
    id: createId(scope.now),
    project_id: route.project_id,
    plan_id: route.plan_id,
    route_id: route.id,
    stop_id: input.stop_id ?? null,
    image: picture?.reference ?? null,
    awaits_image: picture !== undefined && !picture.isHere,
    created_by: scope.userId ?? null,
    client_id: input.client_id ?? null,
    created_at: createdAt,
    received_at: scope.now,
    updated_at: scope.now,
  })
  const message = stored ?? (await findMessageByClientId(scope, route.id, input.client_id!))!
  if (stored) await alertOfMessage(scope, route, stored)
  return { isRepeated: stored === undefined, message: messageRecord(scope, message) }
}

/** The stop may have left the route while the phone had no connection; it is still one of the day. Throws 404. */
async function requireStopOfPlan(scope: Scope, route: RouteRow, stopId: string): Promise<void> {
  const stop = await getStop(scope, stopId)
  if (stop.plan_id !== route.plan_id) throw invalidPayload('stop_id', `${stopId} is no stop of the plan of this route`)
}

async function findPicture(scope: Scope, route: RouteRow, { image_client_id, stop_id }: RouteMessageInput) {
  if (!image_client_id) return undefined
  const picture = await awaitPicture(scope, { route_id: route.id }, image_client_id)
  if (stop_id) await setStopOfImage(scope, picture.reference.id, stop_id)
  return picture
}

/** The bytes of a picture came: messages that wait for it are told again. */
export async function notePicture(scope: Scope, routeId: string, { id }: FileReference): Promise<void> {
  await noteImageArrived(scope, routeId, id)
}

/** A dispatcher has seen these messages of the driver. Throws 404 and 403. */
export async function readMessages(scope: Scope, routeId: string, ids: readonly string[]) {
  const route = await getRoute(scope, routeId)
  return { marked: await markRead(scope, { routeId: route.id, sender: 'driver', ids }, scope.now) }
}

/** Stores which messages the phone has received and the driver has read, and when. */
export async function takeMarks(scope: Scope, route: RouteRow, { delivered = [], read = [], at }: DriverMessageMarks) {
  const moment = likelyMoment(readDeviceTime(at, scope.now, 'at'), scope.now)
  const own = { routeId: route.id, sender: 'dispatcher' } as const
  const count = await markDelivered(scope, { ...own, ids: delivered }, moment)
  return { marked: count + (await markRead(scope, { ...own, ids: read }, moment)) }
}

/** How the conversations of a plan, or of the days around now, stand. Throws 404 and 403. */
export async function listConversations(scope: Scope, projectId: string, planId: string | undefined) {
  const project = await getProject(scope, projectId)
  const around = (days: number) => new Date(scope.now.getTime() + days * dayMilliseconds)
  const place = planId
    ? { planId: (await getPlan(scope, planId)).id }
    : { projectId: project.id, start: around(-daysBefore), end: around(daysAfter) }
  const rows = await selectConversations(scope, place, mostConversations)
  const wanted = rows.flatMap(({ latest_id, ping_id }) => (ping_id ? [latest_id, ping_id] : [latest_id]))
  const messages = mapById(await listMessageRows(scope, wanted))
  return rows.map(({ latest_id, ping_id, driver_wrote_at, plan_label, route_label, vehicle_label, ...row }) => ({
    ...row,
    latest: messageRecord(scope, messages.get(latest_id)!),
    ...(ping_id ? { ping: messageRecord(scope, messages.get(ping_id)!) } : {}),
    ...(driver_wrote_at ? { driver_wrote_at } : {}),
    ...(plan_label ? { plan_label } : {}),
    ...(route_label ? { route_label } : {}),
    ...(vehicle_label ? { vehicle_label } : {}),
  }))
}
