import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { joinLines } from './join-lines.ts'

/** Node ids of the joined lines. */
function join(lines: readonly (readonly number[])[]): number[][] {
  const joined: number[][] = []
  const firsts = Float64Array.from(lines, (line) => line[0]!)
  const lasts = Float64Array.from(lines, (line) => line.at(-1)!)
  joinLines(firsts, lasts, (chain) => {
    joined.push(
      chain.flatMap((link, index) => {
        const line = link < 0 ? lines[-1 - link]!.toReversed() : lines[link]!
        return index === 0 ? line : line.slice(1)
      }),
    )
  })
  return joined
}

/** The same join with lists and sets, one step after another, following its description. */
function joinPlainly(lines: readonly (readonly number[])[]): number[][] {
  const atEnd = new Map<number, Set<number[]>>()
  const all = new Set<number[]>()
  for (const refs of lines) {
    const line = [...refs]
    all.add(line)
    if (line[0] === line.at(-1)) continue
    for (const node of [line[0]!, line.at(-1)!]) atEnd.set(node, (atEnd.get(node) ?? new Set()).add(line))
  }
  for (const [node, meeting] of atEnd) {
    if (meeting.size !== 2) continue
    const [left, right] = [...meeting] as [number[], number[]]
    if (left.at(-1) !== node) left.reverse()
    if (right[0] !== node) right.reverse()
    left.push(...right.slice(1))
    all.delete(right)
    meeting.clear()
    const far = atEnd.get(left.at(-1)!)
    if (left.at(-1) === left[0]) far?.clear()
    else if (far?.delete(right)) far.add(left)
  }
  return [...all]
}

describe('joining lines', () => {
  it('joins where two end, not where three do, and leaves rings alone', () => {
    expect(
      join([
        [1, 2],
        [3, 2],
        [3, 4],
        [4, 5],
        [4, 6],
        [7, 8, 9, 7],
      ]),
    ).toEqual([
      [4, 3, 2, 1],
      [4, 5],
      [4, 6],
      [7, 8, 9, 7],
    ])
  })

  it('closes a ring of pieces', () => {
    const [ring, ...others] = join([
      [1, 2],
      [2, 3],
      [3, 1],
    ])
    expect(others).toEqual([])
    expect(ring).toHaveLength(4)
    expect(ring![0]).toBe(ring![3])
  })

  it('joins any lines in the order and the direction in which they come', () => {
    const random = createRandom(5)
    let joins = 0
    for (let round = 0; round < 2_000; round++) {
      const nodeCount = 3 + random.below(30)
      let middle = 1000
      const lines = Array.from({ length: 1 + random.below(25) }, () => {
        const inside = Array.from({ length: random.below(3) }, () => middle++)
        return [random.below(nodeCount), ...inside, random.below(nodeCount)]
      })
      const joined = join(lines)
      expect(joined).toEqual(joinPlainly(lines))
      joins += lines.length - joined.length
    }
    expect(joins).toBeGreaterThan(5_000)
  })
})
