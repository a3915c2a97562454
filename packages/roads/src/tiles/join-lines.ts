// Joins ways that carry on from each other and look alike to long lines: streets are cut into many ways, and a name finds
// no room along a short one.

/** Node ids of each line; lines that meet at a node where no third one ends become one. */
export function joinLines(lines: readonly (readonly number[])[]): number[][] {
  const atEnd = new Map<number, Set<number[]>>()
  const link = (node: number, line: number[]) => {
    const there = atEnd.get(node)
    if (there) there.add(line)
    else atEnd.set(node, new Set([line]))
  }
  const all = new Set<number[]>()
  for (const refs of lines) {
    if (refs.length < 2) continue
    const line = [...refs]
    all.add(line)
    // A ring has no end.
    if (line[0] === line[line.length - 1]) continue
    link(line[0]!, line)
    link(line[line.length - 1]!, line)
  }
  for (const [node, meeting] of atEnd) {
    if (meeting.size !== 2) continue
    const [left, right] = [...meeting] as [number[], number[]]
    if (left === right) continue
    if (left[left.length - 1] !== node) left.reverse()
    if (right[0] !== node) right.reverse()
    const far = right[right.length - 1]!
    for (let index = 1; index < right.length; index++) left.push(right[index]!)
    all.delete(right)
    meeting.clear()
    const there = atEnd.get(far)
    if (far === left[0]) there?.clear()
    else if (there?.delete(right)) there.add(left)
  }
  return [...all]
}
