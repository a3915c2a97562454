// A prepared statement that is described once on each connection, not with each use: its columns stay what they are, or
// PostgreSQL refuses it.
import pg from 'pg'

/** The parts of the library's query that it calls, and that are needed here. */
interface LibraryQuery {
  name: string
  callback: (error: Error | null, result: pg.QueryResult) => void
  _result: { rows: object[]; _types: pg.CustomTypesConfig }
  _canceledDueToError: unknown
  prepare(connection: Connection): void
  hasBeenParsed(connection: Connection): boolean
  handleRowDescription(message: { fields: Field[] }): void
  handleDataRow(message: { fields: Values }): void
}

interface Connection {
  describe(what: object): void
}

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID'>
type Values = (string | null)[]
type ReadRow = (values: Values) => object

/** How the rows of the prepared statements of one connection are read, by the names of the statements. */
export type Readers = Map<string, ReadRow>

const Query = pg.Query as unknown as new (config: object) => LibraryQuery

class PreparedQuery extends Query {
  readonly #readers: Readers
  #read: ReadRow | undefined

  constructor(statement: object, readers: Readers) {
    super(statement)
    this.#readers = readers
  }

  override prepare(connection: Connection): void {
    // Parsed anew, it may have other columns.
    this.#read = this.hasBeenParsed(connection) ? this.#readers.get(this.name) : undefined
    super.prepare(this.#read ? Object.create(connection, { describe: { value: () => {} } }) : connection)
  }

  override handleRowDescription(message: { fields: Field[] }): void {
    super.handleRowDescription(message)
    this.#read = createReader(message.fields, this._result._types)
    this.#readers.set(this.name, this.#read)
  }

  override handleDataRow({ fields }: { fields: Values }): void {
    if (this._canceledDueToError) return
    try {
      this._result.rows.push(this.#read!(fields))
    } catch (error) {
      this._canceledDueToError = error
    }
  }
}

/** Rows are copies of one that is empty, into which the values are written that are not null: most are. */
function createReader(fields: readonly Field[], types: pg.CustomTypesConfig): ReadRow {
  const names = fields.map(({ name }) => name)
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as (value: string) => unknown)
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]))
  return (values) => {
    const row = { ...empty }
    for (let i = 0; i < names.length; i++) {
      const value = values[i]!
      if (value !== null) row[names[i]!] = parsers[i]!(value)
    }
    return row
  }
}

/** Runs a statement under a name that stands for this text on the client whose readers these are. */
export function runPrepared(
  run: (query: object) => unknown,
  readers: Readers,
  statement: { name: string; text: string; values: unknown[] },
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(statement, readers)
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    run(query)
  })
}
