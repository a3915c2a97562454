// Default reasons for canceling a stop in a new project, and whether a project still uses the default texts.

/** Their labels are translated by the applications until a project writes its own. */
export const defaultCancelReasons = [
  'recipient_absent',
  'wrong_address',
  'refused',
  'damaged',
  'no_access',
  'closed',
  'not_enough_time',
  'other',
] as const
export type DefaultCancelReason = (typeof defaultCancelReasons)[number]

/** Label in a new project: the id as English words. */
export function firstReasonLabel(id: DefaultCancelReason): string {
  const words = id.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A reason as shown to readers: the project's text, and `id` when that is a default text. */
export interface ReadableReason {
  text: string
  id?: DefaultCancelReason
}

/** Reads the reason of a report: the id of a project's reason, a default one, or any text. */
export function readReason(reason: string, listed: readonly { id?: unknown; label?: unknown }[]): ReadableReason {
  const own = listed.find(({ id }) => id === reason)?.label
  const ours = defaultCancelReasons.find((id) => id === reason)
  const isOwn = typeof own === 'string' && own !== '' && (!ours || own !== firstReasonLabel(ours))
  if (isOwn) return { text: own }
  return ours ? { text: firstReasonLabel(ours), id: ours } : { text: reason }
}
