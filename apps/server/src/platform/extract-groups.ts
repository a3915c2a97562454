// Which extracts belong together: neighbours share roads, so they become one graph; far ones are graphs of their own.
import { type Bounds, openExtract } from '@routewright/roads'

/** Boxes this near to each other may share roads. */
const marginDegrees = 0.02

/** The files in groups whose boxes touch, in their order. A file that cannot be read or tells no box touches all. */
export function groupExtracts(files: readonly string[]): string[][] {
  if (files.length < 2) return files.length === 0 ? [] : [[...files]]
  let groups: { files: string[]; boxes: (Bounds | undefined)[] }[] = []
  for (const file of files) {
    const box = findBounds(file)
    const touching = groups.filter((group) => group.boxes.some((other) => doTouch(box, other)))
    const others = groups.filter((group) => !touching.includes(group))
    groups = [
      ...others,
      {
        files: [...touching.flatMap((group) => group.files), file],
        boxes: [...touching.flatMap((group) => group.boxes), box],
      },
    ]
  }
  const rank = (group: { files: string[] }) => files.indexOf(group.files[0]!)
  return groups.toSorted((a, b) => rank(a) - rank(b)).map((group) => group.files)
}

function findBounds(file: string): Bounds | undefined {
  try {
    const extract = openExtract(file)
    extract.close()
    return extract.bounds
  } catch {
    // What is wrong with it is told when it is opened.
    return undefined
  }
}

function doTouch(a: Bounds | undefined, b: Bounds | undefined): boolean {
  if (!a || !b) return true
  return (
    a.minLat - marginDegrees <= b.maxLat &&
    b.minLat - marginDegrees <= a.maxLat &&
    a.minLng - marginDegrees <= b.maxLng &&
    b.minLng - marginDegrees <= a.maxLng
  )
}
