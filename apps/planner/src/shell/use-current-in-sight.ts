// Where a line of links scrolls, as on a phone, the link of the open page is brought into sight.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the element around the links. `current`: what names the open page; the link is looked for whenever that changes, and whenever
 * the line becomes narrower or gets more links, as while a page is still loading what its person may see.
 */
export function useCurrentInSight<Around extends HTMLElement>(current: string): RefObject<Around | null> {
  const links = useRef<Around>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links tell which one is current once the page has changed
  useEffect(() => {
    const around = links.current
    if (!around) return
    const show = () =>
      around.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    const size = new ResizeObserver(show)
    const content = new MutationObserver(show)
    size.observe(around)
    content.observe(around, { childList: true, subtree: true, characterData: true })
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [current])
  return links
}
