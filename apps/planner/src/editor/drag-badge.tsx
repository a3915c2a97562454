// Beside the pointer while stops are dragged: how many, where to, and what that would do.
import { routeColor } from '@routewright/ui/route-colors'
import { useTranslation } from 'react-i18next'
import { useDrag } from '../plan/drag.ts'
import { effectOf, effectText } from '../plan/effect.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanStore } from '../plan/plan-store.ts'
import { useFormats } from '../shell/session.ts'
import classes from './drag-badge.module.css'

export function DragBadge() {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { isActive, stopIds, x, y, target, preview, previewFailed } = useDrag()
  const data = usePlanStore((state) => state.data)
  if (!isActive || !data) return null
  const index = data.routes.findIndex(({ id }) => id === target?.routeId)
  const route = data.routes[index]
  const first = data.stops.get(stopIds[0] ?? '')
  const what = stopIds.length === 1 && first ? stopName(first) : t('stops_count', { count: stopIds.length })
  const place = !target ? t('drop_nowhere') : route ? routeName(route) : t('unassigned')
  const effect = preview && effectOf(preview)
  const isBad = effect !== undefined && (effect.newlyLate > 0 || effect.newlyBroken > 0)
  // Stays inside the window at its right and lower edges.
  const style = { left: Math.min(x + 16, innerWidth - 290), top: Math.min(y + 14, innerHeight - 84) }
  return (
    <div className={classes.badge} style={style} role="status">
      <div className={classes.what}>{what}</div>
      <div className={classes.place}>
        {route && <span className={classes.dot} style={{ background: routeColor(route, index) }} />}
        {place}
      </div>
      {target && (
        <div className={classes.effect} data-bad={isBad || undefined}>
          {effect ? effectText(effect, formats, t) : previewFailed ? t('effect_unknown') : t('effect_coming')}
        </div>
      )}
    </div>
  )
}
