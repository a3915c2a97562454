// The phone's database: links, routes, drafts, pictures, positions, and everything still to be sent.
import type {
  Arrival,
  BreakAction,
  ChargingReport,
  DriverAmendment,
  DriverMessageInput,
  DriverMessageMarks,
  DriverNoteInput,
  DriverOrder,
  DriverReportInput,
  DriverReturn,
  DriverRoute,
  DriverRoutes,
  DriverSession,
  DriverStop,
  FileReference,
  LastVisit,
  PositionInput,
  RouteMessage,
  RouteStart,
  Scan,
  VanPlaceInput,
} from '@routewright/contract'
import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Mark } from './moments.ts'
import { newId } from './new-id.ts'

/** A link that was opened on this phone. */
export interface KeptLink {
  token: string
  route_id: string
  opened_at: number
  /** The service no longer opens the route by it. */
  is_dead: boolean
  /** The service knows it no more: somebody ended it. */
  is_ended?: boolean
  /** Token of the sign-in that opened it. */
  sign_in?: string
}

/** A driver signed in on this phone, with the routes shown last. */
export interface KeptSignIn extends Pick<DriverRoutes, 'driver_label' | 'project_label' | 'organization_label'> {
  token: string
  routes: DriverRoutes['routes']
  /** Calendar date of that list; empty until there was one. */
  today: string
}

/** A route as the driver knows it, and a newer one that they have not acknowledged. */
export interface KeptRoute {
  route_id: string
  session: DriverSession
  route: DriverRoute
  /** The turn at which the reading of `route` began; what was sent before stands in it. */
  read_at: number
  /** Newer, with differences that the driver must see first. */
  incoming?: { route: DriverRoute; read_at: number }
  /** server_time of the last response, for the next request of changes. */
  since: string
  visits: LastVisit[]
  /** Stops that this phone reported: that they ended is no news. */
  reported: string[]
  /** Share of the map around the route that is kept, 0 to 1; absent where the service has no map. */
  map_kept?: number
  is_map_done?: boolean
  /** No link opens it any more. */
  is_closed?: boolean
  /** All its messages were read once; from then on what is new comes with the changes. */
  has_messages?: boolean
}

/** A route without its readings, which are long and seldom change: everything else of it is written many times a day. */
export interface RouteState extends Omit<KeptRoute, 'route' | 'incoming'> {
  /** Id of the reading that is the route. */
  reading: string
  incoming?: { reading: string; read_at: number }
}

/** A route as it was read; never changed, only replaced. */
export interface KeptReading {
  id: string
  route_id: string
  route: DriverRoute
}

interface Queued<Kind extends string, Body> {
  kind: Kind
  body: Body
}

/** One call of the queue. `start` has no body. */
export type QueuedCall =
  | Queued<'start', RouteStart & { at: string }>
  | Queued<'arrive', Arrival>
  | Queued<'scan', Scan>
  | Queued<'van_place', VanPlaceInput>
  | Queued<'report', DriverReportInput>
  /** A report is corrected or taken back. */
  | Queued<'amend', Omit<DriverAmendment, 'client_id'>>
  | Queued<'break', BreakAction>
  | Queued<'charging', ChargingReport>
  | Queued<'order', DriverOrder>
  | Queued<'return', DriverReturn>
  | Queued<'note', DriverNoteInput>
  | Queued<'message', DriverMessageInput>
  /** Marks of delivered and read messages: nothing that the driver waits for. */
  | Queued<'marks', DriverMessageMarks>

export type QueuedState =
  /** May still be taken back; goes out at `send_after`. */
  | 'held'
  | 'waiting'
  | 'sending'
  | 'sent'
  /** The service keeps the report for a dispatcher's decision; the driver is done with it. */
  | 'handed'
  /** The service said no; kept until it was corrected, or, where nothing would be lost, removed. */
  | 'refused'

interface Queueing {
  seq: number
  /** Also the client_id of the call. */
  id: string
  route_id: string
  stop_id?: string
  state: QueuedState
  created_at: number
  send_after: number
  attempts: number
  /** The turn at which the service had answered. */
  sent_at?: number
  refusal?: { message_id: string; message: string }
  /** The report's draft, for taking it back. */
  draft?: StopDraft
  /** When it was done, by the phone's clocks; absent for what was queued by an older version. */
  mark?: Mark
  /** When the driver came to the stop of a report. */
  arrived?: Mark
}

export type QueuedItem = QueuedCall & Queueing
/** A call of the queue, or one that was sent without having been in it. */
export type UnkeptItem = QueuedCall &
  Pick<Queueing, 'id' | 'route_id' | 'stop_id' | 'mark' | 'arrived'> & { seq?: number }
/** One that is not in the queue yet. */
export type NewQueuedItem = QueuedCall & Omit<Queueing, 'seq'>

export interface KeptPicture {
  /** Also its client_id. */
  id: string
  route_id: string
  /** Stop of a report; without one the picture belongs to a message. */
  stop_id?: string
  /** `draft` belongs to a report or message that is not made yet, or may still be taken back. */
  state: 'draft' | 'waiting' | 'sent' | 'refused'
  bytes: ArrayBuffer
  type: string
  created_at: number
  /** Why the service did not take it. */
  refusal?: string
  /** Its id in the service, once the report that names it was answered. */
  stored_as?: string
}

export interface KeptPosition extends PositionInput {
  seq: number
  route_id: string
  mark?: Mark
}

export interface ParcelCheck {
  scanned_at: string
  manual: boolean
}

/** Payment as tapped and typed; `none`: no money was collected. */
export interface PaymentDraft {
  method: 'cash' | 'card' | 'other' | 'none'
  amount: string
  /** Why it is another amount than the one to collect. */
  reason: string
}

/** Unfinished input at a stop; nothing typed is ever lost. */
export interface StopDraft {
  stop_id: string
  route_id: string
  /** Id of the report that it becomes: one draft is one report, however often its button is tapped. */
  report_id: string
  /** The stop as it was when something was last changed here: it may leave the route meanwhile. Absent in drafts of earlier versions. */
  stop?: DriverStop
  arrived_at?: string
  /** The same moment by the phone's clocks. */
  arrived?: Mark
  comments: string
  parcels: Record<string, ParcelCheck>
  tasks: Record<string, 'completed' | 'canceled'>
  fields: Record<string, string | number | boolean>
  picture_ids: string[]
  /** A PNG as data URL. */
  signature?: string
  pin: string
  reason?: string
  /** The kind of taker, and their name or the place where it was left. */
  taken_by?: 'recipient' | 'household' | 'neighbour' | 'left'
  taker_name?: string
  payment?: PaymentDraft
}

/** Unfinished correction of a report; `picture_ids` are the pictures that are on this phone only. */
export interface AmendmentDraft extends StopDraft {
  /** The report: the client_id that this phone gave it, or its id. */
  report: string
  /** Pictures that the service has. */
  kept_images: FileReference[]
  /** Address of the signature that the service has. */
  kept_signature?: string
}

interface Setting {
  key: string
  value: unknown
}

class DriverDatabase extends Dexie {
  declare sign_ins: EntityTable<KeptSignIn, 'token'>
  declare links: EntityTable<KeptLink, 'token'>
  declare routes: EntityTable<RouteState, 'route_id'>
  declare readings: EntityTable<KeptReading, 'id'>
  declare outbox: Table<QueuedItem, number, NewQueuedItem>
  declare pictures: EntityTable<KeptPicture, 'id'>
  declare positions: Table<KeptPosition, number, Omit<KeptPosition, 'seq'>>
  declare drafts: EntityTable<StopDraft, 'stop_id'>
  declare settings: EntityTable<Setting, 'key'>
  declare messages: EntityTable<RouteMessage, 'id'>
  declare amendments: EntityTable<AmendmentDraft, 'stop_id'>

  constructor() {
    super('routewright-driver', { cache: 'disabled' })
    this.version(1).stores({
      links: 'token, route_id, opened_at',
      routes: 'route_id',
      outbox: '++seq, &id, route_id, stop_id, state',
      pictures: 'id, route_id, stop_id, state',
      positions: '++seq, route_id',
      drafts: 'stop_id, route_id',
      settings: 'key',
    })
    this.version(2).stores({ messages: 'id, route_id' })
    this.version(3).stores({ sign_ins: 'token' })
    this.version(4)
      .stores({})
      .upgrade((old) =>
        old
          .table<StopDraft>('drafts')
          .toCollection()
          .modify((draft) => {
            draft.report_id ??= newId()
          }),
      )
    this.version(5).stores({
      amendments: 'stop_id, route_id',
      pictures: 'id, route_id, stop_id, state, stored_as',
    })
    this.version(6)
      .stores({
        // Pictures that wait are counted and listed by these indexes, without reading their bytes.
        pictures: 'id, route_id, stop_id, state, stored_as, [state+created_at], [state+stop_id+created_at]',
        readings: 'id, route_id',
      })
      .upgrade(async (old) => {
        for (const { route, incoming, ...state } of await old.table<KeptRoute>('routes').toArray()) {
          const { route_id } = state
          const keep = (route: DriverRoute) => old.table('readings').add({ id: newId(), route_id, route })
          const newer = incoming && { incoming: { reading: await keep(incoming.route), read_at: incoming.read_at } }
          await old.table('routes').put({ ...state, reading: await keep(route), ...newer })
        }
      })
  }
}

/** One database for the page and the service worker. */
export const database = new DriverDatabase()
