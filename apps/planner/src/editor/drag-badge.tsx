// Beside the pointer while stops are dragged: how many, where to, and what that would do.
import { routeColor } from '@routewright/ui/route-colors'
import { useTranslation } from 'react-i18next'
import { useDrag } from '../plan/drag.ts'
import { previewText } from '../plan/effect.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanStore } from '../plan/plan-store.ts'
import { BadgeDot, PointerBadge } from '../shell/pointer-badge.tsx'
import { useFormats } from '../shell/session.ts'

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
  const { text, isBad } = previewText({ preview, previewFailed }, formats, t)
  return (
    <PointerBadge
      x={x}
      y={y}
      what={what}
      place={
        <>
          {route && <BadgeDot color={routeColor(route, index)} />}
          {place}
        </>
      }
      effect={target && text}
      isBad={isBad}
    />
  )
}
