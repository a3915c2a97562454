// House numbers between two known ones, spread along the line of a way tagged addr:interpolation.

import { distanceMetersE7 } from '../foundation/geo.ts'
import type { NodePlaces } from '../shapes/node-places.ts'
import type { SaidAddress } from './said-address.ts'

export interface InterpolatedNumber {
  number: string
  /** Address of the node at the start of the stretch: street, city, postcode. */
  said: SaidAddress
  latE7: number
  lngE7: number
}

const STEPS: Readonly<Record<string, number>> = { even: 2, odd: 2, all: 1 }
/** Longer stretches are mistakes in the data. */
const MAX_NUMBERS = 500

/** House numbers between the ends of each stretch, without the ends: those are addresses of their own. */
export function interpolate(
  refs: readonly number[],
  kind: string,
  saidOfNode: ReadonlyMap<number, SaidAddress | undefined>,
  nodes: NodePlaces,
): InterpolatedNumber[] {
  const step = STEPS[kind] ?? Number(kind)
  if (!(step > 0)) return []
  const found: InterpolatedNumber[] = []
  let start = -1
  for (const [index, ref] of refs.entries()) {
    if (numberAt(ref, saidOfNode) === undefined) continue
    if (start >= 0) found.push(...between(refs.slice(start, index + 1), step, saidOfNode, nodes))
    start = index
  }
  return found
}

function numberAt(ref: number, saidOfNode: ReadonlyMap<number, SaidAddress | undefined>): number | undefined {
  const number = Number.parseInt(saidOfNode.get(ref)?.numbers ?? '', 10)
  return number > 0 ? number : undefined
}

function between(
  refs: readonly number[],
  step: number,
  saidOfNode: ReadonlyMap<number, SaidAddress | undefined>,
  nodes: NodePlaces,
): InterpolatedNumber[] {
  const from = numberAt(refs[0]!, saidOfNode)!
  const to = numberAt(refs[refs.length - 1]!, saidOfNode)!
  const count = Math.abs(to - from) / step
  const points = refs.map((ref) => nodes.find(ref)).filter((index) => index >= 0)
  if (!Number.isInteger(count) || count > MAX_NUMBERS || points.length < 2) return []
  const said = saidOfNode.get(refs[0]!)!
  const found: InterpolatedNumber[] = []
  for (let part = 1; part < count; part++) {
    const place = along(points, part / count, nodes)
    found.push({ number: String(from + Math.sign(to - from) * step * part), said, ...place })
  }
  return found
}

/** Point at a given share of the line's length. */
function along(points: readonly number[], share: number, { latE7, lngE7 }: NodePlaces) {
  const lengths = points.slice(1).map((to, index) => {
    const from = points[index]!
    return distanceMetersE7(latE7[from]!, lngE7[from]!, latE7[to]!, lngE7[to]!)
  })
  let rest = share * lengths.reduce((sum, length) => sum + length, 0)
  let leg = 0
  while (leg < lengths.length - 1 && rest > lengths[leg]!) rest -= lengths[leg++]!
  const part = lengths[leg]! > 0 ? rest / lengths[leg]! : 0
  const from = points[leg]!
  const to = points[leg + 1]!
  return {
    latE7: Math.round(latE7[from]! + part * (latE7[to]! - latE7[from]!)),
    lngE7: Math.round(lngE7[from]! + part * (lngE7[to]! - lngE7[from]!)),
  }
}
