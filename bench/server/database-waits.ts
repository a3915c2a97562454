// Activity and waits of a database's sessions, seen by looking many times a second.
import pg from 'pg'

export interface DatabaseWaits {
  /** Stops looking, and returns how many sessions were at each thing on average, most first. */
  stop(): Promise<{ what: string; sessions: number }[]>
}

const lookMilliseconds = 25

/** Looks from a session of its own, which it does not count. */
export async function watchDatabase(databaseUrl: string): Promise<DatabaseWaits> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const seen = new Map<string, number>()
  let looks = 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await client.query<{ what: string; count: number }>(
        `select case when state = 'idle in transaction' then 'in a transaction, waiting for the service'
            when wait_event_type is null then 'computing'
            else wait_event_type || ' ' || wait_event || case when query ilike 'commit%' then ' (commit)' else '' end end as what,
          count(*)::int as count
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')
        group by 1`,
      )
      looks += 1
      for (const { what, count } of rows) seen.set(what, (seen.get(what) ?? 0) + count)
      await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
    }
  })()
  return {
    async stop() {
      isStopped = true
      await watching
      await client.end()
      return [...seen]
        .map(([what, count]) => ({ what, sessions: count / Math.max(1, looks) }))
        .sort((a, b) => b.sessions - a.sessions)
    },
  }
}
