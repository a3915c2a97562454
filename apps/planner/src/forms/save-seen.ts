// Saves a form over what its reader saw. Only changed fields are sent; fields that somebody else changed meanwhile
// stays, unless both changed the same field: then nothing is sent, and the reader decides.
import { type ChangedBy, ServiceError } from '@routewright/client/service'
import { isSame } from './is-same.ts'

export type Fields = Record<string, unknown>

export interface Kept {
  updated_at: string
}

export interface SeenForm<Stored extends Kept> {
  /** The record as it was when the form was filled. */
  seen: Stored
  /** Values of the form now, by the service's names. */
  fields: Fields
  /** Returns the values that the form would hold, untouched, with that record. */
  fieldsOf(record: Stored): Fields
  /** Sends the changed fields; `over` is the record that they go over. Throws what the service refuses. */
  send(change: Fields, over: Stored): Promise<unknown>
  read(): Promise<Stored>
}

/** The same fields were changed by somebody else. */
export interface Conflict<Stored extends Kept> {
  now: Stored
  by: ChangedBy
  /** The service's refusal. */
  refusal: unknown
  /** Fields that both changed, to different values. */
  names: readonly string[]
  /** Fields that the reader changed, these included. */
  mine: readonly string[]
}

/** Somebody whose changes come in faster than this is not waited for. */
const MOST_TRIES = 5

/** Returns undefined once it is saved. */
export async function saveOverSeen<Stored extends Kept>(form: SeenForm<Stored>): Promise<Conflict<Stored> | undefined> {
  const before = form.fieldsOf(form.seen)
  const mine = Object.keys(form.fields).filter((name) => !isSame(form.fields[name], before[name]))
  if (mine.length === 0) return undefined
  const change = Object.fromEntries(mine.map((name) => [name, form.fields[name]]))
  let over = form.seen
  for (let attempt = 1; ; attempt += 1) {
    try {
      await form.send(change, over)
      return undefined
    } catch (error) {
      const by = changedBy(error)
      if (!by || attempt >= MOST_TRIES) throw error
      const now = await form.read()
      const theirs = form.fieldsOf(now)
      const isTheirs = (name: string) => !isSame(theirs[name], before[name]) && !isSame(theirs[name], form.fields[name])
      const names = mine.filter(isTheirs)
      if (names.length > 0) return { now, by, refusal: error, names, mine }
      over = now
    }
  }
}

/** The fields in which the reader's own changes stay: all of them, or those that nobody else changed. */
export function keptNames<Stored extends Kept>({ mine, names }: Conflict<Stored>, isKept: boolean): string[] {
  return mine.filter((name) => isKept || !names.includes(name))
}

/** The person who changed the record first; undefined for any other failure. */
export function changedBy(error: unknown): ChangedBy | undefined {
  if (!(error instanceof ServiceError) || error.messageId !== 'highway.plan.error.changed_meanwhile') return undefined
  return error.changedBy ?? { name: '', at: new Date().toISOString() }
}
