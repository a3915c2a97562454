// For ten seconds after a report the driver may take it back; then it is sent.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeBack, UNDO_MILLISECONDS } from '../outbox/outbox.ts'
import { show } from '../parts/screens.ts'
import { findPlace } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'

export function UndoBar({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const held = view.calls.findLast(({ kind, state }) => kind === 'report' && state === 'held')
  const [overId, setOverId] = useState<string>()
  const { id, send_after = 0 } = held ?? {}
  useEffect(() => {
    const ending = setTimeout(() => setOverId(id), send_after - Date.now())
    return () => clearTimeout(ending)
  }, [id, send_after])
  if (held?.kind !== 'report' || id === overId) return null
  const stop = view.route.stops.find(({ id }) => id === held.stop_id)
  const undo = async () => {
    if ((await takeBack(held.id)) && held.stop_id) show('stop', held.stop_id)
  }
  return (
    <div className="undo" role="status">
      <span className="grow">
        {t(`undo.${held.body.type}`, { number: findPlace(view.route, stop) ?? '' })}
        <TimeLeft key={id} until={send_after} />
      </span>
      <button type="button" onClick={() => void undo()}>
        {t('undo.undo')}
      </button>
    </div>
  )
}

/** A line that becomes shorter, drawn by the browser alone: a script that counts keeps a slow phone busy for ten seconds. */
function TimeLeft({ until }: { until: number }) {
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const duration = Math.max(0, until - Date.now())
    const from = { transform: `scaleX(${duration / UNDO_MILLISECONDS})` }
    const shrinking = line.current?.animate([from, { transform: 'scaleX(0)' }], { duration, fill: 'forwards' })
    return () => shrinking?.cancel()
  }, [until])
  return <span ref={line} className="left" />
}
