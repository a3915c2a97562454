// The small sign of a status, told by its shape as well as by its colour.
import { type Shape, type StatusLook, toneColor } from '@routewright/ui/status'

const marks: Record<Shape, string> = {
  ring: 'M6 1.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 0 1 0-8.4Z',
  dot: 'M6 1.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 0 1 0-8.4Z',
  tick: 'm2 6.3 2.7 2.7L10 3.4',
  half: 'M6 1.8a4.2 4.2 0 1 1 0 8.4Z',
  cross: 'm2.8 2.8 6.4 6.4m0-6.4-6.4 6.4',
  exclamation: 'M6 1.6v5.2M6 9.4v.9',
  pencil: 'm2.2 9.8.5-2.3 5.6-5.6 1.8 1.8-5.6 5.6Z',
}

export function StatusMark({ look, size = 12 }: { look: StatusLook; size?: number }) {
  const isFilled = look.shape === 'dot' || look.shape === 'half'
  const color = toneColor(look.tone)
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
      <path
        d={marks[look.shape]}
        fill={isFilled ? color : 'none'}
        stroke={color}
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
