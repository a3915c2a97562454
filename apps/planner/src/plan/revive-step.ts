// Steps of before a reload, from what was kept of them.
import type { KeptStep, Step } from './history.ts'
import { arrangementStep } from './order-edits.ts'
import { postponedStep } from './postpone.ts'

export function reviveStep({ label, arrangement, postponed }: KeptStep): Step | undefined {
  if (arrangement) return arrangementStep(label, arrangement)
  return postponed && postponedStep(label, postponed)
}
