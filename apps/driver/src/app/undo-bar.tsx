// For ten seconds after a report the driver may take it back; then it is sent.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeBack, UNDO_MILLISECONDS } from '../outbox/outbox.ts'
import { show } from '../parts/screens.ts'
import { placeOf } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'

export function UndoBar({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const held = view.calls.findLast(({ kind, state }) => kind === 'report' && state === 'held')
  const [at, setAt] = useState(Date.now)
  useEffect(() => {
    if (!held) return
    setAt(Date.now())
    const ticking = setInterval(() => setAt(Date.now()), 250)
    return () => clearInterval(ticking)
  }, [held?.id, held])
  if (held?.kind !== 'report') return null
  const left = Math.max(0, held.send_after - at)
  if (left === 0) return null
  const stop = view.route.stops.find(({ id }) => id === held.stop_id)
  const undo = async () => {
    if ((await takeBack(held.id)) && held.stop_id) show('stop', held.stop_id)
  }
  return (
    <div className="undo" role="status">
      <span className="grow">
        {t(`undo.${held.body.type}`, { number: placeOf(view.route, stop) ?? '' })}
        <progress value={left} max={UNDO_MILLISECONDS} />
      </span>
      <button type="button" onClick={() => void undo()}>
        {t('undo.undo')}
      </button>
    </div>
  )
}
