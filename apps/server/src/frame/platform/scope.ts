// The context of every rule: one transaction, one caller, one moment.

import type { QuotaKind, UserRole } from '@routewright/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../data/tables.ts'
import type { TravelProvider } from '../../geography/travel/travel.ts'
import type { Ports } from '../../planning/ports.ts'
import type { ToldWindow } from '../../telling/promises/told-windows.ts'
import type { Actor } from './actor.ts'
import type { Jobs } from './jobs.ts'

export type Tx = Transaction<Database>

/** The projects that the caller may work in; 'all' for organization administrators and managers. */
export type ProjectReach = 'all' | ReadonlySet<string>

export interface Scope {
  tx: Tx
  organizationId: string
  /** The user whose rights count: the key's maker or the signed-in user; absent for drivers, customers and the system. */
  userId?: string
  role?: UserRole
  projects: ProjectReach
  /** Projects in which the caller only sees the stops that name them as supervisor, and changes nothing. */
  supervised?: ReadonlySet<string>
  /** Projects that the caller manages as their project_manager. */
  managed?: ReadonlySet<string>
  /** `updated_at` of the record of the call as the caller saw it (X-If-Updated-At): it changes only if it still is so. */
  seenUpdatedAt?: string
  /** The dispatcher who agrees, by the name that was sent, that promises to customers are broken (X-Agreed-By). */
  agreedBy?: string
  actor: Actor
  /** Tells the caller how much of a limited kind is left. */
  tellRemaining?: (kind: QuotaKind, remaining: number) => void
  /** True for made-up past data, about which no receiver is told. */
  isHistory?: true
  /** The moment of the request; every timestamp written by it derives from this one. */
  now: Date
  /** Base of links in responses and mails, without a trailing slash. */
  publicBase: string
  /** Travel times that may be asked for while the transaction is open: no network is crossed. */
  travel: TravelProvider
  /** Takes jobs that exist only if the transaction commits. */
  jobs: Pick<Jobs, 'send' | 'sendEach' | 'forget'>
  /** Extensions by mounted modules. */
  ports: Ports
  /** Holds each event against its declaration; only tests have one. */
  checkEvent?: (event: object) => void
  /** Keeps a window that a page shows; written a little later, so that the look itself writes nothing. */
  noteWindow?: (told: ToldWindow) => void
}

/** The part of a scope that is the same whoever calls. */
export type Surroundings = Pick<
  Scope,
  'tx' | 'now' | 'publicBase' | 'travel' | 'jobs' | 'ports' | 'checkEvent' | 'noteWindow'
>

/**
 * For writes whose results nobody needs: they are sent at once, and the rule continues. If one fails, the transaction fails with
 * its error. Only for code that sends all of its statements before it awaits anything.
 */
export function withoutWaiting(...writes: Promise<unknown>[]): void {
  for (const write of writes) write.catch(() => {})
}

/** The value as a parameter for a jsonb column. */
export function json<T>(value: T): string {
  return JSON.stringify(value)
}

/**
 * The new value of `updated_at`: now, but always later than before, because receivers of events tell two changes of a
 * resource apart by it (deduplication key event_id, data.id, data.updated_at).
 */
export function laterThanBefore(now: Date): RawBuilder<Date> {
  return sql<Date>`greatest(${now}::timestamptz, date_trunc('milliseconds', updated_at) + interval '1 millisecond')`
}
