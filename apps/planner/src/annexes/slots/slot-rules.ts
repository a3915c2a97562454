// The seller's rules as the service takes them: as one document, whatever of it changed.
import type { SlotRules, SlotRulesInput } from '@routewright/contract'
import { nestFields } from '../../forms/fields.ts'
import type { Fields } from '../../forms/save-seen.ts'

/** All rules with a change of some; what was cleared is no rule any longer. */
export function getRules(change: Fields, { updated_at: _when, ...over }: SlotRules): SlotRulesInput {
  const { cut_off: changed, ...rest } = nestFields(change) as Fields
  const all = Object.entries({ ...over, ...rest }).filter(([, value]) => value !== null)
  const cutOff = { ...over.cut_off, ...(changed as object | undefined) }
  const { cut_off: _before, ...rules } = Object.fromEntries(all) as SlotRulesInput
  const { days_before, time } = cutOff as { days_before?: number | null; time?: number | null }
  // A time alone means the day before; days alone mean until midnight.
  if ((days_before ?? null) === null && (time ?? null) === null) return rules
  return { ...rules, cut_off: { days_before: days_before ?? 1, time: time ?? 86_400 } }
}
