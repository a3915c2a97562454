// One plan.
export function PlanScreen() {
  return null
}
