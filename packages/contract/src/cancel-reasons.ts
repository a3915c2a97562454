// The reasons for giving up a stop that every new project begins with, and whether a project still has them in our words.

/** Their labels are the applications' words, until a project writes its own. */
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

/** The label that a new project has for it: its id as English words. */
export function firstReasonLabel(id: DefaultCancelReason): string {
  const words = id.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A reason as its reader gets it: the text in the words of the project, and `id` where the words are ours. */
export interface ReadableReason {
  text: string
  id?: DefaultCancelReason
}

/** What a report gives as the reason: the id of a reason of the project, one of ours, or any text. */
export function readReason(reason: string, listed: readonly { id?: unknown; label?: unknown }[]): ReadableReason {
  const own = listed.find(({ id }) => id === reason)?.label
  const ours = defaultCancelReasons.find((id) => id === reason)
  const isOwn = typeof own === 'string' && own !== '' && (!ours || own !== firstReasonLabel(ours))
  if (isOwn) return { text: own }
  return ours ? { text: firstReasonLabel(ours), id: ours } : { text: reason }
}
