// Where notices stand on a screen whose head is full: over the upper edge of its largest part.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** From the upper edge of the part to the notice. */
const GAP = 8
/** Left free on both sides, for the tools in the corners of a map. */
const MARGIN = 56

/** Moves notices over the element. `covered`: pixels at its right edge that are not seen; undefined leaves notices in the head. */
export function useNoticePlace(covered: number | undefined): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = part.current
    if (!element || covered === undefined) return
    const { style } = document.documentElement
    const place = () => {
      const { top, left, width } = element.getBoundingClientRect()
      style.setProperty('--rw-notice-top', `${top + GAP}px`)
      style.setProperty('--rw-notice-left', `${left + (width - covered) / 2}px`)
      style.setProperty('--rw-notice-width', `${width - covered - 2 * MARGIN}px`)
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    return () => {
      observer.disconnect()
      for (const name of ['top', 'left', 'width']) style.removeProperty(`--rw-notice-${name}`)
    }
  }, [covered])
  return part
}
