// Creates only records whose external_id does not exist yet, which makes a creation repeatable without an idempotency key.
import { backOffMs, pause } from './back-off.ts'
import { isPassing } from './patience.ts'
import { RoutewrightError } from './routewright-error.ts'
import type { CallOptions, ConnectionOptions } from './send.ts'

/** A record that can be found again. */
export interface Identified {
  external_id: string
}

export interface Steps<Input, Record> {
  /** The existing records, by external_id. */
  find(): Promise<Map<string, Record>>
  /** Creates the records and returns them in their order. */
  create(missing: readonly Input[]): Promise<readonly Record[]>
}

/** Throws TypeError for a missing or repeated external_id. */
export function refuseUnclearIds(inputs: readonly Identified[]): void {
  const seen = new Set<string>()
  inputs.forEach(({ external_id }, index) => {
    if (!external_id) throw new TypeError(`[${index}]: external_id is needed to find it again.`)
    if (seen.has(external_id)) throw new TypeError(`[${index}]: external_id "${external_id}" stands twice.`)
    seen.add(external_id)
  })
}

/**
 * Searches, creates missing records, and returns all in the order of the inputs. When a response is lost it searches again before it
 * creates again. This protects callers from their own repetitions, not from a second caller who creates the same at the same moment.
 */
export async function createMissing<Input extends Identified, Record>(
  connection: ConnectionOptions,
  inputs: readonly Input[],
  { find, create }: Steps<Input, Record>,
  options: CallOptions,
): Promise<{ records: Record[]; created: number }> {
  const retries = options.retries ?? connection.retries ?? 5
  let foundBefore: number | undefined
  for (let attempt = 0; ; attempt += 1) {
    const found = await find()
    foundBefore ??= inputs.filter(({ external_id }) => found.has(external_id)).length
    const missing = inputs.filter(({ external_id }) => !found.has(external_id))
    try {
      const made = missing.length > 0 ? await create(missing) : []
      missing.forEach(({ external_id }, index) => {
        found.set(external_id, made[index]!)
      })
      return {
        records: inputs.map(({ external_id }) => found.get(external_id)!),
        created: inputs.length - foundBefore,
      }
    } catch (error) {
      if (!(error instanceof RoutewrightError && isPassing(error)) || attempt >= retries) throw error
      // Long enough for a creation whose response was lost to be visible to the search.
      await pause(backOffMs(attempt, 1_000, 15_000), options.signal)
    }
  }
}
