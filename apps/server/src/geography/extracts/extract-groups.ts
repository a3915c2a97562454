// Which extracts belong together: neighbours share roads, so they become one graph; far ones are graphs of their own.
import { type Bounds, type Extract, openExtract } from '@routewright/roads'

/** Boxes this near to each other may share roads. */
const marginDegrees = 0.02
/** Some files claim half of the earth: a box wider or higher than this is measured. */
const largestBelievedDegrees = 40
/** Nodes stand in the order of their age, so the first ones lie all over the extract. */
const measuredNodes = 300_000

/** The files in groups whose boxes touch, in their order. A file that cannot be read touches all. */
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

/** The box of an extract: the one that it tells, or, where that cannot be believed, the one that is measured. */
export function findBounds(file: string): Bounds | undefined {
  try {
    const extract = openExtract(file)
    try {
      return isBelieved(extract.bounds) ? extract.bounds : measureBounds(extract)
    } finally {
      extract.close()
    }
  } catch {
    // Errors are reported when the extract is opened.
    return undefined
  }
}

function isBelieved(box: Bounds | undefined): boolean {
  if (!box) return false
  return box.maxLng - box.minLng <= largestBelievedDegrees && box.maxLat - box.minLat <= largestBelievedDegrees
}

/** The box of the first nodes, a tenth larger. Takes some tenths of a second at most. Throws RoadsError. */
function measureBounds(extract: Extract): Bounds | undefined {
  const box = { minLat: 90, minLng: 180, maxLat: -90, maxLng: -180 }
  let count = 0
  const node = (_id: number, latE7: number, lngE7: number) => {
    count++
    const [lat, lng] = [latE7 / 1e7, lngE7 / 1e7]
    if (lat < box.minLat) box.minLat = lat
    if (lat > box.maxLat) box.maxLat = lat
    if (lng < box.minLng) box.minLng = lng
    if (lng > box.maxLng) box.maxLng = lng
  }
  try {
    extract.read({ node }, { shouldStop: () => count >= measuredNodes })
  } catch (error) {
    if ((error as { code?: string }).code !== 'aborted') throw error
  }
  if (count === 0) return undefined
  const [lat, lng] = [(box.maxLat - box.minLat) / 20, (box.maxLng - box.minLng) / 20]
  return { minLat: box.minLat - lat, minLng: box.minLng - lng, maxLat: box.maxLat + lat, maxLng: box.maxLng + lng }
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
