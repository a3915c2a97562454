// Notes the statements that this process sends to its databases, so that the other kind of database can be asked the same.
import pg from 'pg'

export interface NotedStatement {
  text: string
  values: unknown[]
}

type Query = (...parameters: unknown[]) => unknown

/** The first and the last use of each text that was noted and not taken yet. */
const noted = new Map<string, { first: NotedStatement; last: NotedStatement }>()
/** Texts that were taken before; a text is compared once in a process. */
const taken = new Set<string>()
let isNoting = false

/** Begins to note; a second call changes nothing. */
export function noteStatements(): void {
  if (isNoting) return
  isNoting = true
  const query = pg.Client.prototype.query as Query
  const notingQuery: Query = function (this: pg.Client, ...parameters) {
    // Clients of the service's pools; those that tests open themselves speak to one database only.
    const statement = this.constructor === pg.Client ? undefined : readStatement(parameters)
    if (statement && isComparable(statement.text)) note(statement)
    return query.apply(this, parameters)
  }
  pg.Client.prototype.query = notingQuery as typeof pg.Client.prototype.query
}

/** Statements whose text was not taken before by this process, each with its first and its last values. */
export function takeNotedStatements(): NotedStatement[] {
  const statements: NotedStatement[] = []
  for (const [key, { first, last }] of noted) {
    taken.add(key)
    statements.push(first)
    if (last !== first) statements.push(last)
  }
  noted.clear()
  return statements
}

function note(statement: NotedStatement): void {
  const key = getShape(statement.text)
  if (taken.has(key)) return
  const known = noted.get(key)
  if (known) known.last = statement
  else noted.set(key, { first: statement, last: statement })
}

/** A text, or a query object of the library; undefined for anything else, such as a cursor. */
function readStatement([first, second]: unknown[]): NotedStatement | undefined {
  const { text, values } = typeof first === 'object' && first ? (first as Partial<NotedStatement>) : { text: first }
  if (typeof text !== 'string') return undefined
  const given = values ?? second
  return { text, values: Array.isArray(given) ? given : [] }
}

/** Lists of values of any length count as one text. */
function getShape(text: string): string {
  return text.replace(/\$\d+(?:::\w+)?(?:\s*,\s*\$\d+(?:::\w+)?)*/g, '$').replace(/\(\$\)(?:\s*,\s*\(\$\))+/g, '($)')
}

/** Only what asks or changes rows: sessions, transactions, notices and upkeep have tests of their own on PostgreSQL. */
function isComparable(text: string): boolean {
  return /^\s*(?:select|with|insert|update|delete|merge)\b/i.test(text) && !/pg_advisory|pg_notify|;\s*\S/i.test(text)
}
