// The heat map: days beside each other, windows below each other, the cost in each cell by colour and number.
import type { SlotOffer } from '@routewright/contract'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shell/session.ts'
import { findNeighbour, type SlotCell, type SlotRow } from './slot-cells.ts'
import classes from './slot-grid.module.css'

interface SlotGridProps {
  days: readonly string[]
  rows: readonly SlotRow[]
  chosen: SlotCell | undefined
  onChoose(cell: SlotCell): void
}

export function SlotGrid({ days, rows, chosen, onChoose }: SlotGridProps) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<readonly [number, number]>([0, 0])
  const move = (event: KeyboardEvent) => {
    const next = findNeighbour(focused, event.key, [rows.length, days.length])
    if (!next) return
    event.preventDefault()
    setFocused(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.join('-')}"]`)?.focus()
  }
  return (
    <div className={classes.sheet}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys walk its cells */}
      <table ref={table} role="grid" className={classes.grid} aria-label={t('grid')} onKeyDown={move}>
        <Days days={days} />
        <tbody>
          {rows.map(({ window, cells }, row) => (
            <tr key={window.join('-')}>
              <th scope="row">{formats.timeWindow(window)}</th>
              {cells.map((cell, column) => (
                <td key={days[column]}>
                  {cell && (
                    <CellButton
                      cell={cell}
                      place={[row, column]}
                      isReached={focused[0] === row && focused[1] === column}
                      isChosen={chosen !== undefined && isSame(cell, chosen)}
                      onFocus={() => setFocused([row, column])}
                      onClick={() => onChoose(cell)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Days({ days }: Pick<SlotGridProps, 'days'>) {
  const formats = useFormats()
  return (
    <thead>
      <tr>
        <td />
        {days.map((day) => (
          <th key={day} scope="col">
            {formats.shortCalendarDate(day)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function isSame(one: SlotCell, other: SlotCell): boolean {
  const [a, b] = [one, other].map((cell) => ('offer' in cell ? cell.offer : cell.refusal))
  return a!.date === b!.date && a!.time_window.join() === b!.time_window.join()
}

interface CellButtonProps {
  cell: SlotCell
  place: readonly [number, number]
  /** The tab key comes to one cell; arrow keys go on from there. */
  isReached: boolean
  isChosen: boolean
  onFocus(): void
  onClick(): void
}

function CellButton({ cell, place, isReached, isChosen, onFocus, onClick }: CellButtonProps) {
  const formats = useFormats()
  const costText = useCostText()
  const reasonText = useReasonText()
  const { date, time_window } = 'offer' in cell ? cell.offer : cell.refusal
  const when = `${formats.calendarDate(date)}, ${formats.timeWindow(time_window)}`
  const said = 'offer' in cell ? costText(cell.offer) : reasonText(cell.refusal)
  return (
    <button
      type="button"
      className={classes.cell}
      data-cell={place.join('-')}
      data-refused={'refusal' in cell || undefined}
      style={'offer' in cell ? ({ '--share': `${cell.offer.score}%` } as CSSProperties) : undefined}
      tabIndex={isReached ? 0 : -1}
      aria-label={`${when}: ${said}`}
      aria-pressed={isChosen}
      title={'refusal' in cell ? said : undefined}
      onFocus={onFocus}
      onClick={onClick}
    >
      {'offer' in cell ? costText(cell.offer) : '–'}
    </button>
  )
}

/** Returns the cost that a slot adds, in the project's unit. */
export function useCostText(): (offer: Pick<SlotOffer, 'cost' | 'cost_unit'>) => string {
  const formats = useFormats()
  return ({ cost, cost_unit }) => {
    switch (cost_unit) {
      case 'price':
        return formats.moneyChange(cost)
      case 'meters':
        return formats.distanceChange(cost)
      case 'driving_seconds':
        return formats.durationChange(cost)
    }
  }
}

/** The service's own sentence stands in for a reason without words. */
export function useReasonText(): (refusal: { reason: string; message: string }) => string {
  const { t } = useTranslation('when')
  return ({ reason, message }) => t(`refused.${reason}`, { defaultValue: message })
}
