/** Times when a charging place has a free point. */

type Slot = readonly [startSeconds: number, endSeconds: number]

/**
 * The opening hours (ascending, disjoint; always open when undefined) minus the times when every point is taken. `taken`: times when other
 * vehicles occupy a point, in any order. All in seconds of one clock. O(bookings²).
 */
export function freeSlots(
  open: readonly Slot[] = [[0, Number.MAX_SAFE_INTEGER]],
  points: number,
  taken: readonly Slot[],
): Slot[] {
  const moments = [...new Set(taken.flat())].sort((a, b) => a - b)
  const free: [number, number][] = []
  for (const [opens, closes] of open) {
    const edges = [opens, ...moments.filter((moment) => moment > opens && moment < closes), closes]
    edges.slice(1).forEach((to, index) => {
      const from = edges[index]!
      if (taken.filter((booking) => booking[0] < to && booking[1] > from).length >= points) return
      const last = free.at(-1)
      if (last && last[1] === from && from > opens) last[1] = to
      else free.push([from, to])
    })
  }
  return free
}
