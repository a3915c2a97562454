// A PostgreSQL client that prepares statements which come again and again, and sends those that come at once together.
import type { Writable } from 'node:stream'
import pg from 'pg'
import { type Readers, runPrepared } from './prepared-query.ts'
import { preciseNow, type Tracing } from './tracing.ts'

/** A statement is prepared from this use on. */
const prepareFromUse = 3
const maxPreparedStatements = 300
const maxCountedStatements = 3_000
const maxPreparedLength = 10_000

interface Statement {
  uses: number
  name?: string
}

/** After a migration by a newer server a plan may no longer fit: the next use prepares it anew under another name, as all others. */
const staleStates = new Set(['0A000', '26000'])

/**
 * The clients of one pool count together: a statement has the same name on all of its connections. With `prepares: false` none
 * has a name.
 */
export function createPreparingClient(tracing: Tracing, { prepares }: { prepares: boolean }): typeof pg.Client {
  const statements = new StatementNames()
  return class PreparingClient extends pg.Client {
    private isGathering = false
    /** Whether what is sent next is part of a transaction. */
    private isInTransaction = false
    private readonly readers: Readers = new Map()

    constructor(config?: pg.ClientConfig) {
      // Statements are sent without waiting for the answers to those before.
      super({ ...config, pipeline: true } as pg.ClientConfig)
    }

    override query(...parameters: unknown[]): never {
      this.gather()
      const result = this.send(parameters)
      if (tracing.isOn && typeof parameters[0] === 'string') noteStatement(tracing, parameters[0], result)
      return result as never
    }

    private send(parameters: unknown[]): unknown {
      const [text, values] = parameters
      const run = super.query as (...parameters: unknown[]) => unknown
      const { isInTransaction } = this
      if (typeof text === 'string' && !(values as unknown[] | undefined)?.length) this.noteTransaction(text)
      if (typeof text !== 'string' || !Array.isArray(values) || parameters.length !== 2) {
        return run.apply(this, parameters)
      }
      // Without values nothing is gained, and only unprepared may a text hold several commands, as those of the job queue do.
      const name = prepares && values.length > 0 ? statements.find(text) : undefined
      if (!name) return run.call(this, text, values)
      const result = runPrepared((query) => run.call(this, query), this.readers, { name, text, values })
      return result.catch((error: { code?: string }) => {
        // Leads to who asked, not to the socket.
        Error.captureStackTrace(error)
        if (!error.code || !staleStates.has(error.code)) throw error
        statements.renameAll(text, name)
        // The statement had no effect yet. In a failed transaction no further statement runs: it is retried as a whole (db.ts).
        if (isInTransaction) throw error
        return run.call(this, text, values)
      })
    }

    private noteTransaction(text: string): void {
      if (/^\s*(begin|start transaction)\b/i.test(text)) this.isInTransaction = true
      if (/\b(commit|rollback)\s*;?\s*$/i.test(text)) this.isInTransaction = false
    }

    /** Collects the statements of one turn of the event loop into one write, which costs the system as much as a small statement. */
    private gather(): void {
      if (this.isGathering) return
      this.isGathering = true
      const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
      stream.cork()
      process.nextTick(() => {
        this.isGathering = false
        stream.uncork()
      })
    }
  }
}

const longestTold = 2_000

/** Tells the statement once it is answered: its text, which holds no values, and how long the answer took. */
function noteStatement(tracing: Tracing, text: string, answer: unknown): void {
  if (!(answer instanceof Promise)) return
  const began = preciseNow()
  const note = (error?: unknown) => {
    const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestTold) }
    tracing.note(`sql ${verb}`, attributes, { began, ended: preciseNow() }, error)
  }
  answer.then(() => note(), note)
}

class StatementNames {
  private readonly statements = new Map<string, Statement>()
  private preparedCount = 0
  private nextName = 0

  /** The name under which the text is to be prepared, or undefined while it is rare, long or one of too many. */
  find(text: string): string | undefined {
    let statement = this.statements.get(text)
    if (!statement) {
      if (text.length > maxPreparedLength) return undefined
      if (this.statements.size >= maxCountedStatements) this.forgetRare()
      statement = { uses: 0 }
      this.statements.set(text, statement)
    }
    statement.uses += 1
    if (!statement.name && statement.uses >= prepareFromUse && this.preparedCount < maxPreparedStatements) {
      this.preparedCount += 1
      statement.name = this.createName()
    }
    return statement.name
  }

  /**
   * The next use of every statement prepares it anew, unless the stale one was renamed already: where one does not fit any more
   * others do not either, and a transaction is not repeated for each of them.
   */
  renameAll(text: string, stale: string): void {
    if (this.statements.get(text)?.name !== stale) return
    for (const statement of this.statements.values()) if (statement.name) statement.name = this.createName()
  }

  private createName(): string {
    return `rw${this.nextName++}`
  }

  private forgetRare(): void {
    for (const [text, statement] of this.statements) if (!statement.name) this.statements.delete(text)
  }
}
