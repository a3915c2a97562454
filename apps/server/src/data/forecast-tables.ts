// The tables of forecasts: routes to look at, and what each webhook was told of what is about to happen.
import type { ForecastEventId } from '@routewright/contract'
import { getText, id, moment, optional, type RowOf, table, text } from './table.ts'

export const forecastNoteTable = table('forecast_notes', {
  private: {
    route_id: id,
    organization_id: id,
    created_at: moment,
  },
})

export const toldForecastTable = table('told_forecasts', {
  private: {
    webhook_id: id,
    event_id: getText<ForecastEventId>(),
    resource_id: id,
    /** Only one forecast of a kind is told about a resource for the same cause. */
    cause: text,
    told_at: moment,
    /** When it may be told again; null for never. */
    again_at: optional(moment),
  },
})

export type ForecastNoteRow = RowOf<typeof forecastNoteTable>
export type ToldForecastRow = RowOf<typeof toldForecastTable>
