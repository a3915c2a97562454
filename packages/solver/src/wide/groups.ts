/** Stops that belong on one route: a pickup with its deliveries, and the members of a cluster. */
import type { Stop } from '../problem.ts'
import { entryAt } from './entry-at.ts'

/** First stop of each stop's group; the stop itself when it is bound to none. O(n) in practice. */
export function findLeaders(stops: readonly Stop[]): Int32Array {
  const leaders = Int32Array.from(stops, (_, stop) => stop)
  const firstOfCluster = new Map<string, number>()
  const find = (stop: number): number => {
    let leader = stop
    while (entryAt(leaders, leader) !== leader) leader = entryAt(leaders, leader)
    leaders[stop] = leader
    return leader
  }
  const join = (a: number, b: number): void => {
    const [one, other] = [find(a), find(b)]
    leaders[Math.max(one, other)] = Math.min(one, other)
  }
  stops.forEach(({ pickup, cluster }, stop) => {
    if (pickup !== undefined) join(stop, pickup)
    if (cluster === undefined) return
    const first = firstOfCluster.get(cluster)
    if (first === undefined) firstOfCluster.set(cluster, stop)
    else join(stop, first)
  })
  for (let stop = 0; stop < leaders.length; stop++) find(stop)
  return leaders
}
