// Checks an optimized plan from its response alone, the way a client would: shares nothing with the optimizer or its checker.

export interface WireStop {
  id: string
  fixed_id: string
  label?: string
  type: string
  route_id?: string
  pickup_id?: string
  order?: number
  cluster?: string
  location?: { lat?: number; lng?: number }
  requires: string[]
  time_windows: [number, number][]
  weight?: number
  volume?: number
  duration?: number
  max_delivery_time?: number
  planned_arrival_time?: number
  planned_departure_time?: number
  distance_to_previous_stop?: number
  optimization_warning: boolean
  optimization_warnings: { code: string; message: string }[]
}

export interface WireRoute {
  id: string
  label?: string
  stops: WireStop[]
  provides: string[]
  time_window?: [number, number]
  max_weight?: number
  max_volume?: number
  max_services?: number
  max_time?: number
  max_distance?: number
  planned_start_time?: number
  planned_loading_time?: number
  planned_end_time?: number
  planned_distance?: number
  vehicle?: { break?: { start: number; end: number; duration: number } }
  break_stop?: { planned_start_time?: number; planned_end_time?: number }
}

export interface WirePlan {
  status: string
  stops: WireStop[]
  routes: WireRoute[]
  vehicles: { label?: string }[]
}

/** One sentence for each rule that the routes break; empty when all hold. */
export function listBrokenRules(plan: WirePlan): string[] {
  return [...plan.routes.flatMap(listBrokenRulesOfRoute), ...listBrokenClusters(plan)]
}

function listBrokenRulesOfRoute(route: WireRoute): string[] {
  const broken: string[] = []
  const need = (isFine: boolean, what: string) => {
    if (!isFine) broken.push(`${route.label ?? route.id}: ${what}`)
  }
  if (route.stops.length === 0) return broken
  const start = route.planned_start_time!
  const end = route.planned_end_time!
  if (route.time_window) need(start >= route.time_window[0] && end <= route.time_window[1], 'working hours')
  need(end - start <= (route.max_time ?? Number.POSITIVE_INFINITY), 'max_time')
  need(route.planned_distance! <= (route.max_distance ?? Number.POSITIVE_INFINITY), 'max_distance')
  need(route.stops.length <= (route.max_services ?? Number.POSITIVE_INFINITY), 'max_services')
  let before = start + (route.planned_loading_time ?? 0)
  for (const [index, stop] of route.stops.entries()) {
    const arrival = stop.planned_arrival_time!
    // Nobody drives faster than 130 km/h.
    need(arrival - before >= (stop.distance_to_previous_stop ?? 0) / 36, `stop ${index} is reached too soon`)
    need(stop.planned_departure_time! - arrival === (stop.duration ?? 300), `stop ${index} takes another time`)
    const isOpen = stop.time_windows.some(([opens, closes]) => arrival >= opens && arrival <= closes)
    need(stop.time_windows.length === 0 || isOpen, `stop ${index} is outside its windows`)
    need(
      stop.requires.every((skill) => route.provides.includes(skill)),
      `stop ${index} needs a skill`,
    )
    before = stop.planned_departure_time!
  }
  need(before <= end, 'the route ends too soon')
  listBrokenPickups(route, need)
  need(peakLoad(route, 'weight') <= (route.max_weight ?? Number.POSITIVE_INFINITY) + 1e-9, 'max_weight')
  need(peakLoad(route, 'volume') <= (route.max_volume ?? Number.POSITIVE_INFINITY) + 1e-9, 'max_volume')
  const pause = route.vehicle?.break
  if (pause && start < pause.start + pause.duration && end > pause.end - pause.duration) {
    const { planned_start_time: from = 0, planned_end_time: to = 0 } = route.break_stop ?? {}
    need(from >= pause.start && to <= pause.end && to - from === pause.duration, 'break')
    const isAtWork = route.stops.some((stop) => from < stop.planned_departure_time! && to > stop.planned_arrival_time!)
    need(!isAtWork, 'break during a service')
  }
  return broken
}

function listBrokenPickups(route: WireRoute, need: (isFine: boolean, what: string) => void): void {
  for (const [index, stop] of route.stops.entries()) {
    if (!stop.pickup_id) continue
    const pickup = route.stops.slice(0, index).find((other) => other.id === stop.pickup_id)
    need(pickup !== undefined, `stop ${index} comes without its pickup`)
    const ride = stop.planned_arrival_time! - (pickup?.planned_departure_time ?? 0)
    need(ride <= (stop.max_delivery_time ?? Number.POSITIVE_INFINITY), `stop ${index} rides too long`)
  }
}

/** The largest load between two stops: deliveries without pickup are aboard from the start, pickups to the end. */
function peakLoad(route: WireRoute, dimension: 'weight' | 'volume'): number {
  const amount = (stop: WireStop) => stop[dimension] ?? 0
  let load = 0
  for (const stop of route.stops) if (stop.type === 'delivery' && !stop.pickup_id) load += amount(stop)
  let peak = load
  for (const stop of route.stops) {
    if (stop.type === 'delivery') load -= amount(stop)
    if (stop.type === 'pickup') {
      const supplied = route.stops.filter((other) => other.pickup_id === stop.id)
      load += supplied.length > 0 ? supplied.reduce((sum, other) => sum + amount(other), 0) : amount(stop)
    }
    peak = Math.max(peak, load)
  }
  return peak
}

function listBrokenClusters(plan: WirePlan): string[] {
  const assigned = plan.stops.filter((stop) => stop.cluster && stop.route_id)
  return [...Map.groupBy(assigned, (stop) => stop.cluster)].flatMap(([cluster, stops]) =>
    new Set(stops.map((stop) => stop.route_id)).size > 1 ? [`cluster ${cluster} is split`] : [],
  )
}
