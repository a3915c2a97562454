// The statement that deletes old windows; a function of the database counts calls in them (take_rate_limit).
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'

/** Deletes windows without a call for this many milliseconds; one in use by a transaction stays. */
export async function forgetQuietWindows(db: Db, milliseconds: number): Promise<void> {
  await sql`
    with quiet as (
      delete from rate_limits where bucket in (
        select bucket from rate_limits
        where hits[cardinality(hits)] < extract(epoch from clock_timestamp()) * 1000 - ${milliseconds}
        for update skip locked) returning bucket)
    delete from rate_limit_pieces where bucket in (select bucket from quiet)`.execute(db)
}
