// Statements that the frame asks of tables: handed to it by the process, because data stands above the frame.
import type { Db } from '../platform/db.ts'
import type { Scope } from '../platform/scope.ts'

export interface FrameStatements {
  /** Locks plans in ascending order of their ids and returns those that exist. */
  lockPlans(scope: Scope, ids: readonly string[]): Promise<{ id: string; revision: number }[]>
  /** Notes that a session was used. */
  touchSession(db: Db, id: string, now: Date): Promise<void>
  /** Sessions that were last used before this moment have ended. */
  idleSince(now: Date): Date
  /** Deletes rate-limit windows without a call for this many milliseconds. */
  forgetQuietWindows(db: Db, milliseconds: number): Promise<void>
}
