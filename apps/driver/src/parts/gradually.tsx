// A long list that is rendered as far as it is scrolled: a slow phone needs seconds for two hundred lines.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Fill a screen, with some to spare for a quick thumb. */
const FIRST = 12
const MORE = 2
/** How far below the screen the next ones are made: no farther than the first ones reach, or they come at once. */
const AHEAD = '480px'

/** The items of a list, each as `draw` makes it. The rest follows while somebody scrolls, or asks for it by the button at the end. */
export function Gradually<Item>({ items, draw }: { items: readonly Item[]; draw: (item: Item) => ReactNode }) {
  const [count, setCount] = useState(FIRST)
  const left = items.length - count
  return (
    <>
      {items.slice(0, count).map(draw)}
      {left > 0 && <End key={count} left={left} onSeen={() => setCount(count + MORE)} />}
    </>
  )
}

function End({ left, onSeen }: { left: number; onSeen: () => void }) {
  const { t } = useTranslation()
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of each part is an element of its own
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), { rootMargin: AHEAD })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <li ref={end}>
      <Button look="quiet wide" text={t('route.more', { count: left })} onClick={onSeen} />
    </li>
  )
}
