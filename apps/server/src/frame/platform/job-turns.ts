// Turns of organizations in a queue: fair queueing by start tags (Goyal, Vin and Cheng, SIGCOMM 1996).
import { sql } from 'kysely'
import type { Tx } from './scope.ts'

/** Distance between classes of priority: more turns than a queue takes in years. */
const turnsOfClass = 1_000_000_000

/**
 * Returns the priority of the organization's next job in the queue. Turns count down from the class: a job comes one turn after the
 * last one of its organization that waits or runs, and one after the turn that is being worked on. An organization with a hundred
 * waiting jobs and one with a single job are therefore served alternately, and a steady stream of new jobs cannot keep back an old one.
 * Concurrent calls for one organization wait for each other until their transactions end. `jobClass`: 0, or -1 for jobs that yield to all others.
 */
export async function takeTurn(tx: Tx, queue: string, organizationId: string, jobClass = 0): Promise<number> {
  const first = jobClass * turnsOfClass
  await sql`select pg_advisory_xact_lock(hashtext(${`routewright.turns.${queue}.${organizationId}`}))`.execute(tx)
  const { rows } = await sql<{ last: number | null; present: number | null }>`
    select min(priority) filter (where data->>'organization_id' = ${organizationId}) as last,
      coalesce(min(priority) filter (where state = 'active'), max(priority) + 1) as present
    from jobs.job
    where name = ${queue} and state <= 'active' and priority < ${first} and priority >= ${first - turnsOfClass}`.execute(
    tx,
  )
  const [turns] = rows
  return Math.min(first, turns?.last ?? first, turns?.present ?? first) - 1
}
