// The phone's database for tests without a browser: the part of Dexie's tables that the queue uses, over plain arrays.

type Row = Record<string, unknown>

class Selection {
  readonly #rows: Row[]

  constructor(rows: Row[]) {
    this.#rows = rows
  }

  limit(count: number) {
    return new Selection(this.#rows.slice(0, count))
  }

  async toArray() {
    return structuredClone(this.#rows)
  }

  async sortBy(key: string) {
    const rows = await this.toArray()
    return rows.sort((a, b) => ((a[key] as number) < (b[key] as number) ? -1 : 1))
  }
}

function sorted(rows: readonly Row[], key: string): Row[] {
  return rows.toSorted((a, b) => ((a[key] as number) < (b[key] as number) ? -1 : 1))
}

class MemoryTable {
  readonly #key: string
  #rows: Row[] = []

  constructor(key: string) {
    this.#key = key
  }

  async add(row: Row) {
    const own = this.#key === 'seq' ? { seq: this.#rows.length + 1 } : {}
    this.#rows.push(structuredClone({ ...row, ...own }))
  }

  async put(row: Row) {
    await this.bulkDelete([row[this.#key]])
    this.#rows.push(structuredClone(row))
  }

  async update(key: unknown, change: Row) {
    const row = this.#rows.find((kept) => kept[this.#key] === key)
    if (row) Object.assign(row, structuredClone(change))
  }

  async bulkUpdate(updates: readonly { key: unknown; changes: Row }[]) {
    for (const { key, changes } of updates) await this.update(key, changes)
  }

  async bulkDelete(keys: unknown[]) {
    this.#rows = this.#rows.filter((row) => !keys.includes(row[this.#key]))
  }

  async bulkGet(keys: unknown[]) {
    return Promise.all(keys.map((key) => this.get(key)))
  }

  async delete(key: unknown) {
    await this.bulkDelete([key])
  }

  async get(key: unknown) {
    return structuredClone(this.#rows.find((row) => row[this.#key] === key))
  }

  toArray() {
    return new Selection(this.#rows).toArray()
  }

  where(index: string) {
    const among = (values: unknown[]) => new Selection(this.#rows.filter((row) => values.includes(row[index])))
    // An index of two parts tells rows by its first part only.
    const between = ([value]: unknown[]) => {
      const [first = '', second = ''] = index.replace(/[[\]]/g, '').split('+')
      const rows = this.#rows.filter((row) => row[first] === value)
      return { primaryKeys: async () => sorted(rows, second).map((row) => row[this.#key]) }
    }
    return {
      equals: (value: unknown) => among([value]),
      anyOf: (...values: unknown[]) => among(values),
      between,
    }
  }

  orderBy(index: string) {
    return { uniqueKeys: async () => [...new Set(this.#rows.map((row) => row[index] as string))].sort() }
  }
}

export function createMemoryDatabase() {
  // One transaction after the other, as in the phone.
  let last: Promise<unknown> = Promise.resolve()
  return {
    links: new MemoryTable('token'),
    routes: new MemoryTable('route_id'),
    readings: new MemoryTable('id'),
    outbox: new MemoryTable('seq'),
    pictures: new MemoryTable('id'),
    positions: new MemoryTable('seq'),
    settings: new MemoryTable('key'),
    messages: new MemoryTable('id'),
    drafts: new MemoryTable('stop_id'),
    amendments: new MemoryTable('stop_id'),
    /** The tables, one by one or as a list, come before the work. */
    transaction<T>(_mode: string, ...tablesAndWork: [...unknown[], () => Promise<T>]): Promise<T> {
      const done = last.then(tablesAndWork.at(-1) as () => Promise<T>)
      last = done.catch(() => {})
      return done
    },
  }
}
