// Where the core asks whoever is mounted: typed places, declared here and filled by what stands above (process/mounted.ts).
import type { LiveEventName } from '@routewright/contract'
import type { ClientRow } from '../data/client-table.ts'
import type { DriverRow } from '../data/driver-table.ts'
import type { ChangeKind } from '../data/live-table.ts'
import type { ProjectRow } from '../data/project-tables.ts'
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import type { Scope } from '../frame/platform/scope.ts'

/** A stop that is about to be written. */
export interface StopDraft {
  row: StopRow
  client: ClientRow | undefined
  /** Whether the caller left open how long it takes; the row has what the project or client presets. */
  hasOpenDuration: boolean
}

/** Fills in what callers of new stops left open. */
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

/** Told in the transaction of what happened, after the core's own writes. */
export interface Happenings {
  driverGone(scope: Scope, driver: DriverRow): Promise<void>
  planClosed(scope: Scope, planId: string): Promise<void>
  routeDispatched(scope: Scope, route: RouteRow, driverId: string | undefined): Promise<void>
}

/** What a page is told of records that changed. */
export interface ChangeTeller {
  event: LiveEventName
  /** The records with these ids, as the event carries them. */
  read(scope: Scope, ids: readonly string[]): Promise<object[]>
}

/** Optional fields of answers. */
export interface PageParts {
  /** What is new for the driver of a route since a moment; nothing where it is empty. */
  driverNews(scope: Scope, routeId: string, since: Date): Promise<object>
  recipientPage(scope: Scope, shown: { project: ProjectRow; stop: StopRow; route?: RouteRow }): Promise<object>
}

/** All of them are optional: the core goes on without whoever fills them. */
export interface Ports {
  fillNewStops?: FillNewStops
  readStopSpreads?: ReadStopSpreads
  askForPlace?: AskForPlace
  happenings: readonly Partial<Happenings>[]
  liveChanges: Partial<Record<ChangeKind, ChangeTeller>>
  pageParts: readonly Partial<PageParts>[]
}

/** Tells everybody who listens, one after the other. */
export async function tellHappening<Name extends keyof Happenings>(
  { ports }: Pick<Scope, 'ports'>,
  name: Name,
  ...told: Parameters<Happenings[Name]>
): Promise<void> {
  for (const listener of ports.happenings) {
    const hear = listener[name] as ((...args: Parameters<Happenings[Name]>) => Promise<void>) | undefined
    await hear?.(...told)
  }
}

/** The fields of all who add some. */
export async function readPageParts<Name extends keyof PageParts>(
  { ports }: Pick<Scope, 'ports'>,
  name: Name,
  ...asked: Parameters<PageParts[Name]>
): Promise<object> {
  const found = {}
  for (const part of ports.pageParts) {
    const read = part[name] as ((...args: Parameters<PageParts[Name]>) => Promise<object>) | undefined
    if (read) Object.assign(found, await read(...asked))
  }
  return found
}
