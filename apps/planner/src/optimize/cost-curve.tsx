// The cost of the best plan so far over time, as a small falling line.
import type { OptimizationRun } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'

const WIDTH = 360
const HEIGHT = 90
/** A search that gained less has nothing to draw. */
const LEAST_GAIN = 0.01

export function CostCurve({ curve }: { curve: OptimizationRun['curve'] }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const [first, last] = [curve[0], curve.at(-1)]
  const most = Math.max(...curve.map(({ cost }) => cost))
  const gained = last && most > 0 ? (most - last.cost) / most : 0
  if (!first || !last || gained < LEAST_GAIN) return null
  const least = Math.min(...curve.map(({ cost }) => cost))
  const span = Math.max(1e-9, last.seconds - first.seconds)
  const points = curve.map(({ seconds, cost }) => {
    const x = ((seconds - first.seconds) / span) * WIDTH
    const y = most === least ? HEIGHT / 2 : 6 + ((most - cost) / (most - least)) * (HEIGHT - 12)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <figure style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
          fill="var(--rw-accent-soft)"
          stroke="none"
        />
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="var(--rw-accent)"
          strokeWidth="2.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption style={{ fontSize: '0.78rem', color: 'var(--rw-text-dim)' }}>
        {t('cost_falls', { share: formats.percent(gained) })}
      </figcaption>
    </figure>
  )
}
