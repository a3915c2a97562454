import type { BodyOf, ParamsOf, QueryInputOf, QueryOf, ResponseOf } from './index.ts'

const q: QueryOf<'listPlans'> = null as never
export const n: number = q.limit
export const s: string = q.sort
export const p: ParamsOf<'getPlan'> = { id: 'x' }
export const p2: ParamsOf<'getZone'> = { project_id: 'x', zone_id: 'y' }
// @ts-expect-error
export const p3: ParamsOf<'getPlan'> = { stop_id: 'x' }
export const qi: QueryInputOf<'listPlans'> = {}
const b: BodyOf<'createStops'> = null as never
export const l: string | null | undefined = b[0]!.label
export const w: [number, number][] | null | undefined = b[0]!.time_windows
export const none: BodyOf<'dispatchRoute'> = undefined
const r: ResponseOf<'createReport'> = null as never
export const t: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled' = r.type
export const v: ResponseOf<'deleteStops'> = undefined
const fp: ResponseOf<'getPlan'> = null as never
export const st: 'pending' | 'incomplete' | 'completed' | 'canceled' = fp.routes[0]!.stops![0]!.status
export const dd: string = null as unknown as ResponseOf<'getDriverRoute'>['stops'][0]['id']
// @ts-expect-error the driver never sees the code
export const pin = (null as unknown as ResponseOf<'getDriverRoute'>['stops'][0]).pin
export const eq: QueryOf<'getPlan'> = {}
