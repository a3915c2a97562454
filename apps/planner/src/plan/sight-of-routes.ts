// Which routes the map shows.
import { currentPlan } from './plan-store.ts'
import { useSelection } from './selection.ts'

/** One route alone; where it is the only one already, all of them again. */
export function showOnly(routeId: string): void {
  const { hiddenRoutes, hide } = useSelection.getState()
  const others = currentPlan().routes.flatMap(({ id }) => (id === routeId ? [] : [id]))
  const isAlone = !hiddenRoutes.has(routeId) && others.every((id) => hiddenRoutes.has(id))
  hide(isAlone ? [] : others)
}
