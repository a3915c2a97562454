// Coordinates of all nodes of the files, found by id: in memory while they fit, then on disk with the pages in use in memory.

import { Float64List, Int32List } from '../foundation/growable.ts'
import type { SpillStore } from '../foundation/spill-store.ts'

/** Nodes per page: 48 KB of id differences, latitudes and longitudes. */
const PAGE_NODES = 4096
/** Ids of a page are stored as 32-bit differences to its first. */
const MOST_IDS_OF_PAGE = 2 ** 32
/** Nodes sorted in memory before they are written: files mostly have them in order. */
const SORTED_AT_ONCE = 1 << 20
/** Pages in memory, 200 MB: consecutive ways mostly have consecutive nodes. */
const CACHED_PAGES = 4096

/** Pages with ascending ids. */
interface Run {
  firstPage: number
  endPage: number
  lastId: number
}

interface Page {
  number: number
  count: number
  firstId: number
  lastId: number
  /** Differences of all ids to the first (unsigned), then all latitudes, then all longitudes. */
  words: Int32Array
  /** Position after the node found last. */
  next: number
}

export class NodeFile {
  /** Coordinates of the node found last. */
  latE7 = 0
  lngE7 = 0
  private readonly store: SpillStore
  private readonly runs: Run[] = []
  private readonly pageFirstId = new Float64List()
  private readonly pageCount = new Int32List()
  private readonly pagePiece = new Int32List()
  private ids = new Float64Array(1024)
  private lats = new Int32Array(1024)
  private lngs = new Int32Array(1024)
  private waiting = 0
  private isAscending = true
  private readonly words = new Int32Array(3 * PAGE_NODES)
  private readonly cached: (Page | undefined)[] = []
  private current: Page | undefined

  constructor(store: SpillStore) {
    this.store = store
  }

  /** Adds a node. When a node comes twice, the later coordinates count. */
  add(id: number, latE7: number, lngE7: number): void {
    if (this.waiting === this.ids.length) this.makeRoom()
    const index = this.waiting++
    if (index > 0 && this.ids[index - 1]! >= id) this.isAscending = false
    this.ids[index] = id
    this.lats[index] = latE7
    this.lngs[index] = lngE7
  }

  /** Must be called after the last node. */
  finish(): void {
    this.write()
    this.ids = new Float64Array(0)
    this.lats = this.lngs = new Int32Array(0)
  }

  /** Whether the files contain the node; then its coordinates are in `latE7` and `lngE7`. */
  find(id: number): boolean {
    const { current } = this
    if (this.runs.length === 1 && current && id >= current.firstId && id <= current.lastId)
      return this.look(current, id)
    for (let index = this.runs.length - 1; index >= 0; index--) {
      const run = this.runs[index]!
      if (id > run.lastId || id < this.pageFirstId.array[run.firstPage]!) continue
      const page = this.pageAt(this.searchPage(run, id))
      this.current = page
      if (this.look(page, id)) return true
    }
    return false
  }

  private look(page: Page, id: number): boolean {
    const { words, count } = page
    const wanted = id - page.firstId
    let index = page.next
    if (index >= count || words[index]! >>> 0 !== wanted) {
      let low = 0
      let high = count - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (words[middle]! >>> 0 < wanted) low = middle + 1
        else high = middle
      }
      index = low
      if (words[index]! >>> 0 !== wanted) return false
    }
    page.next = index + 1
    this.latE7 = words[count + index]!
    this.lngE7 = words[2 * count + index]!
    return true
  }

  /** The last page of the run that begins at or before the id. */
  private searchPage({ firstPage, endPage }: Run, id: number): number {
    const firstIds = this.pageFirstId.array
    let low = firstPage
    let high = endPage - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (firstIds[middle]! <= id) low = middle
      else high = middle - 1
    }
    return low
  }

  private pageAt(number: number): Page {
    const slot = number % CACHED_PAGES
    const known = this.cached[slot]
    if (known?.number === number) return known
    const bytes = this.store.get(this.pagePiece.array[number]!)
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    const count = this.pageCount.array[number]!
    const firstId = this.pageFirstId.array[number]!
    const page: Page = { number, count, firstId, lastId: firstId + (words[count - 1]! >>> 0), words, next: 0 }
    this.cached[slot] = page
    return page
  }

  private makeRoom(): void {
    if (this.ids.length >= SORTED_AT_ONCE) {
      this.write()
      return
    }
    const size = 4 * this.ids.length
    const [ids, lats, lngs] = [new Float64Array(size), new Int32Array(size), new Int32Array(size)]
    ids.set(this.ids)
    lats.set(this.lats)
    lngs.set(this.lngs)
    Object.assign(this, { ids, lats, lngs })
  }

  /** Writes the buffered nodes in the order of their ids, extending the last run if they continue it. */
  private write(): void {
    const count = this.waiting
    if (count === 0) return
    const order = this.isAscending ? undefined : Int32Array.from({ length: count }, (_, index) => index)
    // Equal ids keep their order, so that the later one can win.
    order?.sort((a, b) => this.ids[a]! - this.ids[b]! || a - b)
    const at = (place: number) => (order ? order[place]! : place)
    const lastRun = this.runs[this.runs.length - 1]
    const isCarriedOn = lastRun !== undefined && this.ids[at(0)]! > lastRun.lastId
    const run = isCarriedOn ? lastRun : { firstPage: this.pagePiece.length, endPage: 0, lastId: 0 }
    if (!isCarriedOn) this.runs.push(run)
    const page: number[] = []
    for (let place = 0; place < count; place++) {
      const index = at(place)
      const id = this.ids[index]!
      if (place + 1 < count && this.ids[at(place + 1)] === id) continue
      if (page.length > 0 && (page.length === PAGE_NODES || id - this.ids[page[0]!]! >= MOST_IDS_OF_PAGE)) {
        this.writePage(page)
      }
      page.push(index)
      run.lastId = id
    }
    this.writePage(page)
    run.endPage = this.pagePiece.length
    this.waiting = 0
    this.isAscending = true
  }

  private writePage(indexes: number[]): void {
    const { words, ids, lats, lngs } = this
    const count = indexes.length
    const firstId = ids[indexes[0]!]!
    for (let place = 0; place < count; place++) {
      const index = indexes[place]!
      words[place] = ids[index]! - firstId
      words[count + place] = lats[index]!
      words[2 * count + place] = lngs[index]!
    }
    this.pageFirstId.push(firstId)
    this.pageCount.push(count)
    this.pagePiece.push(this.store.put(new Uint8Array(words.buffer, 0, 12 * count)))
    indexes.length = 0
  }
}
