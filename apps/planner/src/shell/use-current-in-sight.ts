// Where a line of links scrolls, as on a phone, the link of the open page is brought into sight.
import { type RefObject, useEffect, useRef } from 'react'

/** For the element around the links. `current`: what names the open page; the link is looked for whenever that changes. */
export function useCurrentInSight<Around extends HTMLElement>(current: string): RefObject<Around | null> {
  const links = useRef<Around>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links tell which one is current once the page has changed
  useEffect(() => {
    links.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return links
}
