// Rows before and after an optimization: how both plans come out on many days.
import type { PlanRisk } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useTranslation } from 'react-i18next'
import { findTone } from '../../optimize/tone-of.ts'
import { useFormats } from '../../shell/session.ts'
import { usePlayedPlan } from './plan-risk.ts'

/** For each row: the figure's name, its value as it is shown and compared, and its format. */
const playedRows = [
  ['late_played', ({ late_stops }: PlanRisk) => Math.round(10 * late_stops) / 10, tenths],
  [
    'overtime_played',
    ({ overtime_seconds }: PlanRisk) => 60 * Math.round(overtime_seconds / 60),
    (formats: Formats, value: number) => formats.duration(value),
  ],
] as const

function tenths(formats: Formats, value: number): string {
  return formats.number(value, 1)
}

/** Both plans driven on the same days; nothing until they were. */
export default function PlayedFigures({ runId, isFirst }: { runId: string; isFirst: boolean }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const before = usePlayedPlan(undefined)
  const after = usePlayedPlan(runId)
  if (!after || !before) return null
  return playedRows.map(([name, figureOf, write]) => {
    const change = figureOf(after) - figureOf(before)
    const sign = change > 0 ? '+' : '−'
    return (
      <tr key={name}>
        <th scope="row">{t(`figure.${name}`)}</th>
        {!isFirst && <td>{write(formats, figureOf(before))}</td>}
        <td>{write(formats, figureOf(after))}</td>
        {!isFirst && (
          <td className={findTone(change)}>
            {Math.abs(change) < 0.05 ? '±0' : `${sign}${write(formats, Math.abs(change))}`}
          </td>
        )}
      </tr>
    )
  })
}
