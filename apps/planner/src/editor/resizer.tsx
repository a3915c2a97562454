// A border that can be dragged, and moved by the arrow keys; the size is kept on this device.
import { useLocalStorage } from '@mantine/hooks'
import type { KeyboardEvent, PointerEvent } from 'react'
import classes from './resizer.module.css'

export interface StoredSize {
  size: number
  limits: readonly [number, number]
  setSize(size: number): void
}

export function useStoredSize(name: string, fallback: number, limits: readonly [number, number]): StoredSize {
  const [size, setSize] = useLocalStorage({
    key: `routewright.size.${name}`,
    defaultValue: fallback,
    getInitialValueInEffect: false,
  })
  const within = (value: number) => Math.round(Math.min(limits[1], Math.max(limits[0], value)))
  return { size: within(size), limits, setSize: (value) => setSize(within(value)) }
}

interface ResizerProps extends StoredSize {
  label: string
  /** `x` widens to the right, `y` grows upwards. */
  axis: 'x' | 'y'
}

const STEP = 16

export function Resizer({ label, axis, size, limits, setSize }: ResizerProps) {
  const sign = axis === 'x' ? 1 : -1
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    const at = axis === 'x' ? event.clientX : event.clientY
    const element = event.currentTarget
    element.setPointerCapture(event.pointerId)
    const move = (next: globalThis.PointerEvent) =>
      setSize(size + sign * ((axis === 'x' ? next.clientX : next.clientY) - at))
    const up = () => {
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
    }
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp']
    if (event.key !== less && event.key !== more) return
    event.preventDefault()
    setSize(size + (event.key === more ? STEP : -STEP))
  }
  return (
    <hr
      className={classes.resizer}
      data-axis={axis}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={limits[0]}
      aria-valuemax={limits[1]}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
