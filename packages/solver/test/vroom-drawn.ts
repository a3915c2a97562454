/** Draws small problems in VROOM's form: amounts, windows, skills, breaks, shipments, priorities, and matrices that break the triangle. */

import { createRandomChoice } from './random-numbers.ts'

export interface DrawnTask {
  id: number
  location_index: number
  service: number
  setup?: number
  time_windows?: [number, number][]
}

export interface DrawnJob extends DrawnTask {
  delivery?: [number]
  pickup?: [number]
  skills?: number[]
  priority?: number
}

export interface DrawnShipment {
  amount: [number]
  skills?: number[]
  priority?: number
  pickup: DrawnTask
  delivery: DrawnTask
}

export interface DrawnVehicle {
  id: number
  start_index?: number
  end_index?: number
  capacity: [number]
  skills: number[]
  time_window: [number, number]
  max_tasks?: number
  breaks?: { id: number; service: number; time_windows: [[number, number]] }[]
}

export interface DrawnFile {
  vehicles: DrawnVehicle[]
  jobs: DrawnJob[]
  shipments: DrawnShipment[]
  matrices: { car: { durations: number[][] } }
}

const places = 5
const dayEnds = 7_200

/** A random file with at most the given number of tasks; the same seed gives the same file. */
export function drawVroomFile(seed: number, mostTasks: number): DrawnFile {
  const random = createRandomChoice(seed)
  const int = random.integer
  const chance = random.chance
  const shipmentCount = int(0, Math.floor(mostTasks / 2))
  const jobCount = int(shipmentCount === 0 ? 1 : 0, mostTasks - 2 * shipmentCount)
  let id = 0
  const task = (): DrawnTask => {
    id++
    const entry: DrawnTask = { id, location_index: int(0, places - 1), service: 60 * int(0, 15) }
    if (chance(0.15)) entry.setup = 60 * int(1, 8)
    if (chance(0.5)) {
      const opens = int(0, dayEnds - 600)
      entry.time_windows = [[opens, opens + int(0, 2_400)]]
      if (chance(0.25)) entry.time_windows.push([opens + 3_000, opens + 3_600])
    }
    return entry
  }
  const wishes = () => ({
    ...(chance(0.25) && { skills: [int(1, 2)] }),
    ...(chance(0.4) && { priority: int(0, 3) }),
  })
  return {
    vehicles: Array.from({ length: int(1, 2) }, (_, v): DrawnVehicle => {
      const opens = int(0, 900)
      const breakFrom = int(opens, opens + 3_000)
      return {
        id: v + 1,
        ...(chance(0.9) ? { start_index: int(0, places - 1), end_index: int(0, places - 1) } : { start_index: 0 }),
        capacity: [int(2, 5)],
        skills: chance(0.7) ? [1, 2] : [1],
        time_window: [opens, opens + int(2_000, 6_000)],
        ...(chance(0.2) && { max_tasks: int(1, 4) }),
        ...(chance(0.3) && {
          breaks: [{ id: 1, service: 60 * int(3, 10), time_windows: [[breakFrom, breakFrom + int(0, 1_200)]] }],
        }),
      }
    }),
    jobs: Array.from(
      { length: jobCount },
      (): DrawnJob => ({
        ...task(),
        ...(chance(0.6) && { delivery: [int(0, 3)] }),
        ...(chance(0.3) && { pickup: [int(0, 3)] }),
        ...wishes(),
      }),
    ),
    shipments: Array.from({ length: shipmentCount }, (): DrawnShipment => {
      return { amount: [int(0, 3)], ...wishes(), pickup: task(), delivery: task() }
    }),
    matrices: {
      car: {
        durations: Array.from({ length: places }, (_, from) =>
          Array.from({ length: places }, (__, to) => (from === to ? 0 : 60 * int(1, 25))),
        ),
      },
    },
  }
}
