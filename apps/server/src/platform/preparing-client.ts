// A PostgreSQL client that prepares statements which come again and again, which saves parsing and planning them.
import pg from 'pg'

/** A statement is prepared from this use on. */
const prepareFromUse = 3
const maxPreparedStatements = 300
const maxCountedStatements = 3_000
const maxPreparedLength = 10_000

interface Statement {
  uses: number
  name?: string
}

/** Shared by the connections of this process: the names depend on the text alone. */
const statements = new Map<string, Statement>()
let preparedCount = 0
let nextName = 0

/** The name under which the text is to be prepared, or undefined while it is rare, long or one of too many. */
function findStatementName(text: string): string | undefined {
  let statement = statements.get(text)
  if (!statement) {
    if (text.length > maxPreparedLength) return undefined
    if (statements.size >= maxCountedStatements) forgetRareStatements()
    statement = { uses: 0 }
    statements.set(text, statement)
  }
  statement.uses += 1
  if (!statement.name && statement.uses >= prepareFromUse && preparedCount < maxPreparedStatements) {
    preparedCount += 1
    statement.name = `rw${nextName++}`
  }
  return statement.name
}

function forgetRareStatements(): void {
  for (const [text, statement] of statements) if (!statement.name) statements.delete(text)
}

/** After a migration by a newer server a plan may no longer fit: the next use prepares it anew under another name. */
const staleStates = new Set(['0A000', '26000'])

export class PreparingClient extends pg.Client {
  override query(...parameters: unknown[]): never {
    const [text, values] = parameters
    const run = super.query as (...parameters: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || parameters.length !== 2) {
      return run.apply(this, parameters) as never
    }
    // Without values nothing is gained, and only unprepared may a text hold several commands, as those of the job queue do.
    const name = values.length > 0 ? findStatementName(text) : undefined
    if (!name) return run.call(this, text, values) as never
    const result = run.call(this, { name, text, values }) as Promise<unknown>
    result.catch((error: { code?: string }) => {
      const statement = statements.get(text)
      if (error.code && staleStates.has(error.code) && statement?.name === name) statement.name = `rw${nextName++}`
    })
    return result as never
  }
}
