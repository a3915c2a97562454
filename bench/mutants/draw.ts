// Draws the faults of a run by a seed: rooms by their lines, then a line of the room, then a fault of the line.

import { Random } from '../../packages/solver/src/model/random.ts'
import type { RepositoryFile } from '../../test/architecture/source-files.ts'
import { type Fault, listFaults } from './faults.ts'
import type { Room } from './product-files.ts'

export interface DrawnFault {
  room: string
  file: RepositoryFile
  fault: Fault
}

/**
 * Draws `count` faults, fewer where the rooms have fewer lines with faults. The same seed and sources give the same faults. A room's share
 * is that of its lines, rounded up or down by the seed; a line of many numbers counts once.
 */
export function drawFaults(rooms: readonly Room[], count: number, seed: number): DrawnFault[] {
  const random = new Random(seed)
  const faulty = rooms.map((room) => ({ room, lines: groupByLine(room) })).filter(({ lines }) => lines.length > 0)
  const shares = shareByLines(
    faulty.map(({ room }) => room.lines),
    count,
    random,
  )
  return faulty.flatMap(({ room, lines }, index) => {
    // A sequence of its own: a change in one room leaves the draw of the others as it was.
    const own = new Random(hash(`${seed} ${room.name}`))
    const drawn = drawSome(lines, shares[index]!, own).map((faults) => faults[own.below(faults.length)]!)
    return drawn.sort((a, b) => room.files.indexOf(a.file) - room.files.indexOf(b.file))
  })
}

/** Lists every fault of the rooms. */
export function listRoomFaults(rooms: readonly Room[]): DrawnFault[] {
  return rooms.flatMap((room) =>
    room.files.flatMap((file) => listFaults(file.path, file.text).map((fault) => ({ room: room.name, file, fault }))),
  )
}

/** Groups the room's faults by line: each entry holds those that begin in one line of one file. */
function groupByLine(room: Room): DrawnFault[][] {
  return [...Map.groupBy(listRoomFaults([room]), ({ file, fault }) => `${file.path}:${fault.line}`).values()]
}

/** Shares `count` out in proportion to the weights: equally spaced points on the line of all weights, from a drawn beginning. */
function shareByLines(weights: readonly number[], count: number, random: Random): number[] {
  const step = weights.reduce((sum, weight) => sum + weight, 0) / count
  let next = random.unit() * step
  let end = 0
  return weights.map((weight) => {
    end += weight
    let share = 0
    for (; next < end; next += step) share++
    return share
  })
}

/** Draws without putting back. */
function drawSome<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(random.below(left.length), 1))
  return drawn
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 0x01000193)
  return value
}
