/**
 * Best solution of a small file in VROOM's form, by trying every order of every set of tasks: sum of priorities, then number of tasks, then
 * travel. Reads the file itself and shares no code with the optimizer.
 */

import type { DrawnFile, DrawnTask, DrawnVehicle } from './vroom-drawn.ts'

export interface BestAnswer {
  priority: number
  tasks: number
  cost: number
}

interface Task extends DrawnTask {
  delivery: number
  pickup: number
  skills: number[]
  priority: number
  /** For a shipment: the amount moved, and the task at its other end. */
  moved: number
  partner: number
  isPickup: boolean
}

/** Tries everything; up to seven tasks and two vehicles take some hundredths of a second. */
export function enumerateVroom(file: DrawnFile): BestAnswer {
  const tasks = listTasks(file)
  const whole = (1 << tasks.length) - 1
  let ways = new Map<number, number>([[0, 0]])
  for (const vehicle of file.vehicles) {
    const routes = listRoutes(file, vehicle, tasks)
    const next = new Map(ways)
    for (const [taken, cost] of ways) {
      for (const [set, more] of routes) {
        if ((taken & set) !== 0) continue
        if (cost + more < (next.get(taken | set) ?? Number.POSITIVE_INFINITY)) next.set(taken | set, cost + more)
      }
    }
    ways = next
  }
  let best: BestAnswer = { priority: -1, tasks: 0, cost: 0 }
  for (const [taken, cost] of ways) {
    const served = tasks.filter((_, at) => (taken & whole & (1 << at)) !== 0)
    const answer = { priority: served.reduce((sum, { priority }) => sum + priority, 0), tasks: served.length, cost }
    if (isBetter(answer, best)) best = answer
  }
  return best
}

function isBetter(a: BestAnswer, b: BestAnswer): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority
  if (a.tasks !== b.tasks) return a.tasks > b.tasks
  return a.cost < b.cost
}

function listTasks({ jobs, shipments }: DrawnFile): Task[] {
  const none = { delivery: 0, pickup: 0, skills: [], priority: 0, moved: 0, partner: -1, isPickup: false }
  const tasks: Task[] = jobs.map((job) => {
    return { ...none, ...job, delivery: job.delivery?.[0] ?? 0, pickup: job.pickup?.[0] ?? 0 }
  })
  for (const { amount, pickup, delivery, skills = [], priority = 0 } of shipments) {
    const at = tasks.length
    const both = { skills, priority, moved: amount[0] }
    tasks.push({ ...none, ...pickup, ...both, partner: at + 1, isPickup: true })
    tasks.push({ ...none, ...delivery, ...both, partner: at })
  }
  return tasks
}

/** Least travel for every set of tasks that the vehicle may serve, as bits. */
function listRoutes(file: DrawnFile, vehicle: DrawnVehicle, tasks: readonly Task[]): Map<number, number> {
  const best = new Map<number, number>()
  const most = vehicle.max_tasks ?? tasks.length
  const extend = (order: number[], set: number): void => {
    if (order.length > 0 && isWhole(tasks, order, set) && canDrive(file, vehicle, tasks, order)) {
      const cost = getTravel(file, vehicle, tasks, order)
      if (cost < (best.get(set) ?? Number.POSITIVE_INFINITY)) best.set(set, cost)
    }
    if (order.length === most) return
    tasks.forEach((task, at) => {
      if ((set & (1 << at)) !== 0 || task.skills.some((skill) => !vehicle.skills.includes(skill))) return
      if (task.partner >= 0 && !task.isPickup && (set & (1 << task.partner)) === 0) return
      extend([...order, at], set | (1 << at))
    })
  }
  extend([], 0)
  return best
}

/** Whether the set contains both ends of each shipment, or neither. */
function isWhole(tasks: readonly Task[], order: readonly number[], set: number): boolean {
  return order.every((at) => tasks[at]!.partner < 0 || (set & (1 << tasks[at]!.partner)) !== 0)
}

function listPlaces(vehicle: DrawnVehicle, tasks: readonly Task[], order: readonly number[]): number[] {
  const between = order.map((at) => tasks[at]!.location_index)
  return [vehicle.start_index, ...between, vehicle.end_index].filter((place) => place !== undefined)
}

function getTravel({ matrices }: DrawnFile, vehicle: DrawnVehicle, tasks: readonly Task[], order: readonly number[]) {
  const places = listPlaces(vehicle, tasks, order)
  return places.slice(1).reduce((sum, to, leg) => sum + matrices.car.durations[places[leg]!]![to]!, 0)
}

function canDrive(file: DrawnFile, vehicle: DrawnVehicle, tasks: readonly Task[], order: readonly number[]): boolean {
  const room = vehicle.capacity[0]
  let load = order.reduce((sum, at) => sum + tasks[at]!.delivery, 0)
  if (load > room) return false
  for (const at of order) {
    const task = tasks[at]!
    load += task.pickup - task.delivery + (task.isPickup ? task.moved : -task.moved)
    if (load > room) return false
  }
  const breaks = vehicle.breaks ?? []
  // The break is over before the route begins, is taken on it, or comes after its end.
  const opens = vehicle.time_window[0]
  const isOver = breaks.map(({ service, time_windows }) => time_windows[0][0] + service)
  const starts = [{ at: opens, taken: 0 }, ...isOver.map((end) => ({ at: Math.max(opens, end), taken: 1 }))]
  return starts.some(({ at, taken }) => reachesEnd(file, vehicle, tasks, order, at, taken))
}

/** Whether the order can be driven from that time on, with the given number of breaks already taken. */
function reachesEnd(
  { matrices }: DrawnFile,
  vehicle: DrawnVehicle,
  tasks: readonly Task[],
  order: readonly number[],
  start: number,
  taken: number,
): boolean {
  const breaks = vehicle.breaks ?? []
  const rest = (time: number): number | undefined => {
    const pause = breaks[0]
    if (!pause) return undefined
    const begins = Math.max(time, pause.time_windows[0][0])
    return begins <= pause.time_windows[0][1] ? begins + pause.service : undefined
  }
  const drive = (index: number, place: number | undefined, time: number, done: number): boolean => {
    const leg = (to: number | undefined) =>
      place === undefined || to === undefined ? 0 : matrices.car.durations[place]![to]!
    const after = done < breaks.length ? rest(time) : undefined
    if (after !== undefined && drive(index, place, after, done + 1)) return true
    if (index === order.length) {
      const ends = time + leg(vehicle.end_index)
      const ended = done < breaks.length ? rest(ends) : undefined
      const isFree = done === breaks.length || ends <= breaks[0]!.time_windows[0][1]
      return ends <= vehicle.time_window[1] && (isFree || (ended !== undefined && ended <= vehicle.time_window[1]))
    }
    const task = tasks[order[index]!]!
    const arrival = time + leg(task.location_index)
    const arrived = done < breaks.length ? rest(arrival) : undefined
    const work = task.service + (place === task.location_index ? 0 : (task.setup ?? 0))
    const serve = (from: number, count: number): boolean => {
      const window = (task.time_windows ?? [[0, Number.POSITIVE_INFINITY]]).find(([, closes]) => closes >= from)
      if (!window) return false
      return drive(index + 1, task.location_index, Math.max(from, window[0]!) + work, count)
    }
    return serve(arrival, done) || (arrived !== undefined && serve(arrived, done + 1))
  }
  return drive(0, vehicle.start_index, start, taken)
}
