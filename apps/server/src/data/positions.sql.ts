// Every statement on recorded positions.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { positionTable } from './driver-tables.ts'
import { insertRows } from './insert-rows.ts'
import { listColumns, removeRows } from './record-statements.ts'
import { emptyRow } from './records.ts'
import type { RowOf } from './table.ts'

export type StoredPosition = Pick<RowOf<typeof positionTable>, (typeof seen)[number]>

const seen = ['lat', 'lng', 'accuracy', 'speed', 'orientation', 'recorded_at'] as const

/** Returns the positions of the route, in order of time. */
export async function listPositions(scope: Scope, routeId: string): Promise<StoredPosition[]> {
  return listColumns(scope, positionTable, seen, [{ route_id: routeId }], sql`order by recorded_at`)
}

/** Returns the latest positions of the route, in order of time. */
export async function listLatestPositions(scope: Scope, routeId: string, most: number): Promise<StoredPosition[]> {
  const latestFirst = sql`order by recorded_at desc limit ${most}`
  return (await listColumns(scope, positionTable, seen, [{ route_id: routeId }], latestFirst)).reverse()
}

/** A position read together with many others; `at` is milliseconds since 1970. */
export interface PositionOfTrack {
  lat: number
  lng: number
  accuracy: number | null
  speed: number | null
  at: number
}

/**
 * Positions of several routes within a time span, by index of the route in the list: as numbers alone, because there are millions
 * in a night.
 */
export async function listTracks(
  { tx, organizationId }: Scope,
  routeIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<number, PositionOfTrack[]>> {
  const { rows } = await sql<PositionOfTrack & { route: number }>`
    select array_position(${routeIds}::text[], route_id) - 1 as route, lat, lng, accuracy, speed,
      floor(extract(epoch from recorded_at) * 1000)::double precision as at
    from positions
    where organization_id = ${organizationId} and route_id = any(${routeIds}::text[])
      and recorded_at between ${from} and ${to}
    order by route_id, recorded_at`.execute(tx)
  return Map.groupBy(rows, ({ route }) => route)
}

export interface NewPosition {
  lat: number
  lng: number
  recorded_at: string
  orientation?: number
  speed?: number
  accuracy?: number
}

/** Stores the new positions in one statement, and returns how many were new. */
export async function insertPositions(
  scope: Scope,
  routeId: string,
  positions: readonly NewPosition[],
): Promise<number> {
  const owner = { route_id: routeId, organization_id: scope.organizationId, received_at: scope.now }
  const rows = positions.map((position) => ({
    ...emptyRow(positionTable),
    ...position,
    ...owner,
    recorded_at: new Date(position.recorded_at),
  }))
  return insertRows(scope.tx, positionTable, rows, sql`on conflict (route_id, recorded_at) do nothing`)
}

/** Deletes up to `limit` positions of routes that match a condition; returns how many. */
export async function deletePositions(scope: Scope, ofRoutes: RawBuilder<unknown>, limit: number): Promise<number> {
  const some = sql`ctid = any(array(
    select ctid from positions where organization_id = ${scope.organizationId} and ${ofRoutes} limit ${limit}))`
  return removeRows(scope, positionTable, [some])
}
