// Times of events on the phone: marks of its own two clocks, and the service's time, which comes with every response.
import { limits } from '@routewright/contract'
import { database, type KeptPosition, type UnkeptItem } from './database.ts'
import {
  type Anchor,
  addAnchor,
  type Bounds,
  type Mark,
  type Moment,
  SAME_MILLISECONDS,
  tellMoment,
  tellNext,
  tellServerTime,
} from './moments.ts'
import { newId } from './new-id.ts'

/** Anchors are kept in the phone's database: what was noted before the page was closed is sent after it is opened again. */
const ANCHORS = 'clock_anchors'
/** The call with a moment that was sent last, by its number in the queue. */
const LAST_MOMENT = 'last_moment'
/** An anchor this near to the last one of its session adds nothing, unless its response was quicker. */
const NEWS_MILLISECONDS = 20_000

interface LastMoment extends Moment {
  seq: number
}

const session = newId()
let anchors: Anchor[] = []

/** The moment of now, as the phone sees it. */
export function markNow(): Mark {
  return { session, steady: performance.now(), wall: Date.now() }
}

/** The moment of a fix, which the phone's clock dates. */
export function markOfFix(timestamp: number): Mark {
  const { steady, wall } = markNow()
  const age = wall - timestamp
  return { session, steady: steady - (age > 0 && age < 60_000 ? age : 0), wall: timestamp }
}

/** Stores the service's time of a response. `asked` is the mark of the request; text that is no moment is ignored. */
export function noteServerTime(serverTime: string | null, asked: Mark): void {
  const server = Date.parse(serverTime ?? '')
  if (Number.isNaN(server)) return
  const now = markNow()
  const within = (now.steady - asked.steady) / 2
  const anchor: Anchor = { ...now, server: server + within, within }
  const last = anchors.findLast((known) => known.session === session)
  if (last && now.steady - last.steady < NEWS_MILLISECONDS && last.within <= within) return
  anchors = addAnchor(anchors, anchor)
  void keepAnchor(anchor).catch(() => {})
}

/** Worker and page note theirs in turn. */
async function keepAnchor(anchor: Anchor): Promise<void> {
  await database.transaction('rw', database.settings, async () => {
    await database.settings.put({ key: ANCHORS, value: addAnchor(await readAnchors(), anchor) })
  })
}

async function readAnchors(): Promise<Anchor[]> {
  const kept = await database.settings.get(ANCHORS)
  return (kept?.value as Anchor[] | undefined) ?? []
}

/** Before the first thing is noted. */
export async function recallClock(): Promise<void> {
  const kept = await readAnchors()
  anchors = anchors.reduce(addAnchor, kept)
}

/** The service's time; undefined until it is asked for, and after the phone slept or its clock was set. */
export function serverTimeNow(): number | undefined {
  return tellServerTime(markNow(), anchors)
}

/** Returns milliseconds since 1970 as well as known now; calls sent later get the moment as known then. */
export function rightTime(): number {
  return tellMoment(markNow(), anchors, { latest: Number.POSITIVE_INFINITY }).at
}

/** Returns the call with its moment as known now: never in the future, never before that of an earlier call. */
export async function withTrueMoment(item: UnkeptItem): Promise<UnkeptItem> {
  if (!item.mark) return item
  const known = (await database.settings.get(LAST_MOMENT))?.value as LastMoment | undefined
  const latest = serverTimeNow() ?? Number.POSITIVE_INFINITY
  // A call that was never queued comes after everything in the queue.
  const seq = item.seq ?? Number.POSITIVE_INFINITY
  const isNext = known === undefined || seq > known.seq
  const all = await listAnchors()
  const next = tellNext(await listLaterMarks(seq), all)
  const bounds: Bounds = isNext ? { previous: known, next, latest } : { next, latest: Math.min(known.at, latest) }
  const moment = keepOwn(item, tellMoment(item.mark, all, bounds), bounds)
  const told = withTimeInStop(put(item, moment), moment, all)
  if (item.seq !== undefined) await noteTold(item.seq, told, isNext ? moment : undefined).catch(() => {})
  return told
}

/** The time at a stop is told from the two moments as they are sent, not as the phone ran when they were noted. */
function withTimeInStop(item: UnkeptItem, { at }: Moment, known: readonly Anchor[]): UnkeptItem {
  if (item.kind !== 'report' || !item.arrived) return item
  const since = tellMoment(item.arrived, known, { latest: at }).at
  return { ...item, body: { ...item.body, time_in_stop: Math.round((at - since) / 1_000) } }
}

/** Stores the moment sent to the service, so that the phone shows the same. A phone that can store nothing sends all the same. */
async function noteTold(seq: number, { body }: UnkeptItem, moment: Moment | undefined): Promise<void> {
  if (moment) await database.settings.put({ key: LAST_MOMENT, value: { ...moment, seq } })
  await database.outbox.update(seq, { body } as object)
}

/** Keeps the moment noted by the clock if it differs no more than clocks do, and breaks no order. */
function keepOwn(item: UnkeptItem, moment: Moment, { previous, latest }: Bounds): Moment {
  const own = Date.parse(noted(item) ?? '')
  const off = Math.abs(own - moment.at)
  const isAgreed = off <= SAME_MILLISECONDS && own >= (previous?.at ?? own) && own <= latest
  return isAgreed ? { at: own, within: moment.within + off } : moment
}

function noted({ kind, body }: UnkeptItem): string | null | undefined {
  if (kind === 'report') return body.created_at
  if (kind === 'scan') return body.scanned_at
  return 'at' in body ? body.at : undefined
}

async function listLaterMarks(seq: number): Promise<Mark[]> {
  const open = await database.outbox.where('state').anyOf('held', 'waiting').toArray()
  return open.flatMap((item) => (item.seq > seq ? (item.mark ?? []) : []))
}

/**
 * Positions with their moments as they are known now. The service tells a repeated position by its moment, so each is sent with the same one
 * again: the phone's own where it differs no more than clocks do, else the one that is stored when it is first told.
 */
export async function withTrueMoments(
  kept: readonly KeptPosition[],
): Promise<Omit<KeptPosition, 'seq' | 'route_id' | 'mark'>[]> {
  const known = await listAnchors()
  const now = serverTimeNow()
  const told = kept.map((position) => ({ ...position, recorded_at: tellRecorded(position, known, now) }))
  if (now !== undefined) {
    const changes = ({ recorded_at }: KeptPosition) => ({ recorded_at, mark: undefined })
    await database.positions
      .bulkUpdate(told.map((position) => ({ key: position.seq, changes: changes(position) })))
      .catch(() => {})
  }
  return told.map(({ seq: _seq, route_id: _route, mark: _mark, ...position }) => position)
}

/** Returns when a position was recorded: not after `now`, the service's time where it is known. */
function tellRecorded(
  { mark, recorded_at }: KeptPosition,
  known: readonly Anchor[],
  now = Number.POSITIVE_INFINITY,
): string {
  if (!mark) return recorded_at
  const moment = tellMoment(mark, known, { latest: now })
  const own = Date.parse(recorded_at)
  return Math.abs(own - moment.at) <= SAME_MILLISECONDS && own <= now ? recorded_at : getText(moment)
}

/** Returns the anchors; those of this session are in memory before they are in the database. */
async function listAnchors(): Promise<Anchor[]> {
  const others = (await readAnchors()).filter((anchor) => anchor.session !== session)
  return [...others, ...anchors.filter((anchor) => anchor.session === session)]
}

function put(item: UnkeptItem, moment: Moment): UnkeptItem {
  const [at, moment_within] = [getText(moment), secondsWithin(moment)]
  switch (item.kind) {
    case 'report':
      return { ...item, body: { ...item.body, created_at: at, moment_within } }
    case 'scan':
      return { ...item, body: { ...item.body, scanned_at: at, moment_within } }
    case 'amend':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'start':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'arrive':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'break':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'charging':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'return':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'note':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'message':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'marks':
      return { ...item, body: { ...item.body, at, moment_within } }
    case 'van_place':
    case 'order':
      return item
  }
}

function secondsWithin({ within }: Moment): number {
  return Math.min(Math.ceil(within / 1_000), limits.MOMENT_WITHIN_SECONDS)
}

function getText({ at }: Moment): string {
  return new Date(Math.round(at)).toISOString()
}
