// Extension points of the core: typed hooks, declared here and filled by the modules above it (process/mounted.ts).
import type { LiveEventName, QuotaKind } from '@routewright/contract'
import type { ClientRow } from '../data/client-table.ts'
import type { DriverRow } from '../data/driver-table.ts'
import type { ChangeKind } from '../data/live-table.ts'
import type { ProjectRow } from '../data/project-tables.ts'
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import type { ApiError } from '../frame/platform/api-error.ts'
import type { Scope } from '../frame/platform/scope.ts'

/** A stop that is about to be written. */
export interface StopDraft {
  row: StopRow
  client: ClientRow | undefined
  /** Whether the caller sent no duration; the row then has the default of the project or client. */
  hasOpenDuration: boolean
}

/** Fills in what callers left open in new stops. */
export type FillNewStops = (scope: Scope, project: ProjectRow, drafts: readonly StopDraft[]) => Promise<void>

/** Standard deviations of the logarithm of service times by stop id; `usual` is that of stops that are not in it. */
export type ReadStopSpreads = (
  scope: Scope,
  projectId: string,
  stops: readonly StopRow[],
  usual: number,
) => Promise<ReadonlyMap<string, number>>

/** Asks the recipient of a stop to show its place. Returns whether anything is sent. */
export type AskForPlace = (scope: Scope, stopId: string) => Promise<boolean>

/** Notifications, called in the transaction of what happened, after the core's own writes. */
export interface Happenings {
  driverGone(scope: Scope, driver: DriverRow): Promise<void>
  planClosed(scope: Scope, planId: string): Promise<void>
  routeDispatched(scope: Scope, route: RouteRow, driverId: string | undefined): Promise<void>
}

/** Builds the live event that pages get about changed records. */
export interface ChangeTeller {
  event: LiveEventName
  /** Reads the records with these ids in the form of the event. */
  read(scope: Scope, ids: readonly string[]): Promise<object[]>
}

/** Optional fields that modules add to pages. */
export interface PageParts {
  /** Returns what is new for the driver of a route since a moment; an empty object for nothing. */
  driverNews(scope: Scope, routeId: string, since: Date): Promise<object>
  recipientPage(
    scope: Scope,
    shown: { project: ProjectRow; stop: StopRow; route: RouteRow | undefined },
  ): Promise<object>
}

/** Uses up an amount of a kind that may have a limit. Returns the refusal where it would pass the limit, and adds nothing then. */
export type UseUp = (scope: Scope, kind: QuotaKind, amount: number) => Promise<ApiError | undefined>

/** The hooks, all optional: the core works without any module. */
export interface Ports {
  useUp?: UseUp
  /** Adds what is known only once it is used, even beyond the limit. */
  noteUse?: (scope: Scope, kind: QuotaKind, amount: number) => Promise<void>
  fillNewStops?: FillNewStops
  readStopSpreads?: ReadStopSpreads
  askForPlace?: AskForPlace
  happenings: readonly Partial<Happenings>[]
  liveChanges: Partial<Record<ChangeKind, ChangeTeller>>
  pageParts: readonly Partial<PageParts>[]
}

/** Uses up an amount of a kind that may have a limit. Throws the refusal of a limit. */
export async function useUp(scope: Scope, kind: QuotaKind, amount: number): Promise<void> {
  const refusal = await scope.ports.useUp?.(scope, kind, amount)
  if (refusal) throw refusal
}

/** Calls all listeners, one after the other. */
export async function tellHappening(
  { ports }: Pick<Scope, 'ports'>,
  tell: (listener: Partial<Happenings>) => Promise<void> | undefined,
): Promise<void> {
  for (const listener of ports.happenings) await tell(listener)
}

/** Merges the fields that the modules add. */
export async function readPageParts(
  { ports }: Pick<Scope, 'ports'>,
  read: (part: Partial<PageParts>) => Promise<object> | undefined,
): Promise<object> {
  const found = {}
  for (const part of ports.pageParts) Object.assign(found, await read(part))
  return found
}
