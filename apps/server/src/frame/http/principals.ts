// Identifies callers: looks up API keys, sessions and drivers' links by the digest of their secret.

import type { ProjectRole, UserRole } from '@routewright/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import { digestSecret } from '../platform/password.ts'
import type { ProjectReach } from '../platform/scope.ts'
import type { RateBucket, RateLimiter } from './rate-limit.ts'
import type { FrameStatements } from './statements.ts'

type Touching = Pick<FrameStatements, 'touchSession' | 'idleSince'>

/** A user, identified by an API key or a session of the planner. */
export interface UserPrincipal {
  kind: 'api_key' | 'user'
  /** Id of the key or of the session. */
  credentialId: string
  organizationId: string
  userId: string
  role: UserRole
  projects: ProjectReach
  /** Projects in which the user is a supervisor only. */
  supervised: ReadonlySet<string>
  /** Projects that the user manages as their project_manager. */
  managed: ReadonlySet<string>
  /** A key of an organization that serves clients of the original service. */
  servesOlderClients: boolean
  /** The key is rejected from this moment on. */
  inactiveFrom?: Date
  /** Acts by a credential that an annex keeps, not by a key; see lent-principals.ts. */
  isLent?: true
}

/** A driver, identified by the link to a route. */
export interface DriverPrincipal {
  kind: 'driver'
  credentialId: string
  organizationId: string
  routeId: string
}

/** Anybody: login, recipients' pages. */
export interface PublicPrincipal {
  kind: 'public'
}

/** A person who can read the data directory: the administrator of this machine, through the command line. */
export interface AdminPrincipal {
  kind: 'admin'
}

export type Principal = UserPrincipal | DriverPrincipal | AdminPrincipal | PublicPrincipal

export interface Principals {
  /** Finds the key's user, and whether a bucket is full; the call is counted in all buckets, but only if none is full. */
  findByApiKey(digest: Buffer, buckets: readonly RateBucket[]): Promise<Lookup<UserPrincipal>>
  findBySession(token: string, now: Date): Promise<UserPrincipal | undefined>
  /** The user as they are now, on whose behalf a credential acts that an annex keeps; undefined when they were deactivated. */
  findUser(userId: string, credentialId: string): Promise<UserPrincipal | undefined>
  /** The organization's first administrator, on whose behalf the machine's administrator acts. */
  findAdministrator(organizationId: string): Promise<UserPrincipal | undefined>
  /** Like `findByApiKey`, for the driver of a link. */
  findByDriverToken(digest: Buffer, buckets: readonly RateBucket[]): Promise<Lookup<DriverPrincipal>>
  /**
   * Returns the owner of the secret as of the last call. They may have lost rights since, or have made too many calls, which
   * `find` checks in a statement of its own, to be sent before those of the call. Undefined if the last call was refused.
   */
  recallApiKey(digest: Buffer, buckets: readonly RateBucket[]): Recalled<UserPrincipal> | undefined
  /** Like `recallApiKey`, for the driver of a link. */
  recallDriverToken(digest: Buffer, buckets: readonly RateBucket[]): Recalled<DriverPrincipal> | undefined
  close(): Promise<void>
}

export interface Lookup<P extends Principal> {
  principal?: P
  full?: RateBucket
}

export interface Recalled<P extends Principal> {
  principal: P
  /** Finds the owner of the secret, the same object if nothing about it changed, and counts the call. */
  find(ask: Ask): Promise<Lookup<P>>
}

/** Sends one statement. */
export type Ask = (text: string, values: unknown[]) => Promise<{ rows: object[] }>

/** Finds the owner of a secret and counts the call, in one statement. */
interface Query<P extends Principal> {
  /** The statement. Parameters: the digest, the names of the buckets and their limits. Returns `full` and the columns of the owner. */
  text: string
  principal(row: never): P
}

interface UserRow {
  id: string
  organization_id: string
  user_id: string
  role: UserRole
  project_roles: Record<string, ProjectRole>
  serves_older_clients?: boolean
  inactive_from?: Date | null
}

export async function createPrincipals(
  database: Database,
  limiter: RateLimiter,
  clock: Clock,
  statements: Touching,
): Promise<Principals> {
  const memory = database.backend === 'pglite' ? await createMemory(database) : undefined
  const recollection = createRecollection()
  // Separate by kind: a driver's token must not be accepted as a key.
  const lookUp = <P extends Principal>(kind: P['kind'], query: Query<P>) => {
    const ask = async (send: Ask, digest: Buffer, buckets: readonly RateBucket[]): Promise<Lookup<P>> => {
      const values = [digest, buckets.map(({ name }) => name), buckets.map(({ perMinute }) => perMinute)]
      const [found] = (await send(query.text, values)).rows as (object & { full: number })[]
      const { full = 0, ...row } = found ?? {}
      const make = () => query.principal(row as never)
      if (found !== undefined && hasEnded(make(), clock.now())) return {}
      const isRefused = found === undefined || full > 0
      const principal = recollection.keep(kind, digest, isRefused ? undefined : JSON.stringify(row), make)
      if (found === undefined) return {}
      return { principal: principal ?? make(), full: buckets[full - 1] }
    }
    const find = async (digest: Buffer, buckets: readonly RateBucket[]): Promise<Lookup<P>> => {
      if (!memory) return await ask(database.executeSql, digest, buckets)
      const look = async () => (await ask(database.executeSql, digest, [])).principal
      const principal = await memory.findOr<P>(kind + digest.toString('latin1'), look)
      if (principal && hasEnded(principal, clock.now())) return {}
      return { principal, full: principal && (await limiter.take(buckets)) }
    }
    const recall = (digest: Buffer, buckets: readonly RateBucket[]): Recalled<P> | undefined => {
      const principal = memory ? undefined : recollection.find<P>(kind, digest)
      return principal && { principal, find: (send) => ask(send, digest, buckets) }
    }
    return { find, recall }
  }
  const byKey = lookUp<UserPrincipal>('api_key', apiKeyQuery)
  const byLink = lookUp<DriverPrincipal>('driver', driverLinkQuery)
  return {
    findByApiKey: byKey.find,
    recallApiKey: byKey.recall,
    // Sessions are not cached, because they also expire by time.
    findBySession: (token, now) => querySession(database, digestSecret(token), now, statements),
    findUser: (userId, credentialId) => queryUser(database, userId, credentialId),
    findAdministrator: (organizationId) => queryAdministrator(database, organizationId),
    findByDriverToken: byLink.find,
    recallDriverToken: byLink.recall,
    close: async () => memory?.close(),
  }
}

/** Returns whether the key has expired since it was cached: no trigger announces that. */
function hasEnded(principal: Principal, now: Date): boolean {
  return 'inactiveFrom' in principal && principal.inactiveFrom !== undefined && principal.inactiveFrom <= now
}

const projectRolesText = `coalesce(
  (select jsonb_object_agg(m.project_id, m.role) from project_members m where m.user_id = u.id), '{}')`
const projectRoles = sql.raw<Record<string, ProjectRole>>(projectRolesText)

/** Counts the call in all buckets or in none: 0, or the number of the first full one. */
const takeText = 'take_rate_limit($2::text[], $3::integer[]) as full'

/** Written out because every call runs it: building the statement takes longer than sending it. An unknown key is counted nowhere. */
const apiKeyQuery: Query<UserPrincipal> = {
  text: `select k.id, k.organization_id, u.id as user_id, u.role, ${projectRolesText} as project_roles,
      k.inactive_from, o.serves_older_clients, ${takeText}
    from api_keys k join users u on u.id = k.user_id and u.organization_id = k.organization_id
      join organizations o on o.id = k.organization_id
    where k.digest = $1 and k.active and u.active`,
  principal: (row: UserRow) => userPrincipal('api_key', row),
}

const driverLinkQuery: Query<DriverPrincipal> = {
  text: `select id, organization_id, route_id, ${takeText} from driver_links where token_digest = $1 and revoked_at is null`,
  principal: ({ id, organization_id, route_id }: Record<'id' | 'organization_id' | 'route_id', string>) => ({
    kind: 'driver',
    credentialId: id,
    organizationId: organization_id,
    routeId: route_id,
  }),
}

/** Least time between two updates of a session's last use. */
const seenMilliseconds = 5 * 60_000

async function querySession(
  database: Database,
  digest: Buffer,
  now: Date,
  { touchSession, idleSince }: Touching,
): Promise<UserPrincipal | undefined> {
  const { rows } = await sql<UserRow & { last_seen_at: Date }>`
    select s.id, u.organization_id, u.id as user_id, u.role, s.last_seen_at, ${projectRoles} as project_roles
    from user_sessions s join users u on u.id = s.user_id
    where s.token_digest = ${digest} and s.expires_at > ${now} and u.active`.execute(database.db)
  const row = rows[0]
  if (!row || row.last_seen_at < idleSince(now)) return undefined
  if (now.getTime() - row.last_seen_at.getTime() > seenMilliseconds) {
    await touchSession(database.db, row.id, now)
  }
  return userPrincipal('user', row)
}

async function queryUser(database: Database, userId: string, credentialId: string): Promise<UserPrincipal | undefined> {
  const { rows } = await sql<UserRow>`
    select ${credentialId}::text as id, u.organization_id, u.id as user_id, u.role, ${projectRoles} as project_roles
    from users u where u.id = ${userId} and u.active`.execute(database.db)
  return rows[0] && { ...userPrincipal('api_key', rows[0]), isLent: true }
}

async function queryAdministrator(database: Database, organizationId: string): Promise<UserPrincipal | undefined> {
  const { rows } = await sql<UserRow>`
    select 'admin' as id, u.organization_id, u.id as user_id, u.role, ${projectRoles} as project_roles
    from users u
    where u.organization_id = ${organizationId} and u.role = 'organization_administrator' and u.active and not u.is_machine
    order by u.created_at, u.id limit 1`.execute(database.db)
  return rows[0] && userPrincipal('user', rows[0])
}

function userPrincipal(kind: UserPrincipal['kind'], row: UserRow): UserPrincipal {
  const roles = new Map(Object.entries(row.project_roles))
  const isMember = row.role === 'organization_user'
  const [supervised, others] = partition([...roles.keys()], (id) => roles.get(id) === 'supervisor')
  return {
    kind,
    credentialId: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    role: row.role,
    projects: isMember ? new Set(others) : 'all',
    supervised: new Set(isMember ? supervised : []),
    managed: new Set(others.filter((id) => roles.get(id) === 'project_manager')),
    servesOlderClients: row.serves_older_clients ?? false,
    ...(row.inactive_from ? { inactiveFrom: row.inactive_from } : {}),
  }
}

function partition(ids: readonly string[], test: (id: string) => boolean): [string[], string[]] {
  return [ids.filter(test), ids.filter((id) => !test(id))]
}

const maxRemembered = 10_000

/**
 * Cache of the owners of secrets as of their last calls. Only work that can still be undone relies on it until the database
 * confirms, so it may be out of date.
 */
function createRecollection() {
  const known = new Map<string, { print: string; principal: Principal }>()
  const getKey = (kind: string, digest: Buffer) => kind + digest.toString('latin1')
  return {
    find: <P extends Principal>(kind: P['kind'], digest: Buffer) =>
      known.get(getKey(kind, digest))?.principal as P | undefined,
    /** Stores the owner of a row, the same object as before for an equal row; deletes it without one. */
    keep<P extends Principal>(
      kind: P['kind'],
      digest: Buffer,
      print: string | undefined,
      make: () => P,
    ): P | undefined {
      const key = getKey(kind, digest)
      if (print === undefined) {
        known.delete(key)
        return undefined
      }
      const before = known.get(key)
      if (before?.print === print) return before.principal as P
      if (known.size >= maxRemembered) known.clear()
      const principal = make()
      known.set(key, { print, principal })
      return principal
    },
  }
}

/**
 * Caches owners until any credential changes, which triggers announce (migrations/0001_schema.sql). Only for the embedded
 * database: its one session delivers the announcement before the response to the change, so nothing stale is ever used. Between
 * nodes it would arrive a moment later.
 */
async function createMemory(database: Database) {
  const known = new Map<string, Principal>()
  let generation = 0
  const forget = () => {
    generation += 1
    known.clear()
  }
  const stop = await database.listener.listen('principals', forget)
  return {
    async findOr<P extends Principal>(key: string, find: () => Promise<P | undefined>): Promise<P | undefined> {
      const found = known.get(key)
      if (found) return found as P
      const begun = generation
      const principal = await find()
      // A change during the look-up may have made the result stale.
      if (principal && begun === generation) {
        if (known.size >= maxRemembered) known.clear()
        known.set(key, principal)
      }
      return principal
    },
    close: stop,
  }
}
