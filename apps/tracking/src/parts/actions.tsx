// Into the calendar, and on to somebody else.
import { useState } from 'preact/hooks'
import { calendarAddress } from '../view/calls.ts'
import { Icon } from './icons.tsx'
import type { PartProps } from './part-props.ts'

export function Actions({ view, say }: PartProps) {
  const [isCopied, setCopied] = useState(false)
  if (view.status !== 'pending') return null
  const url = location.origin + location.pathname
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share({ title: view.brand.name ?? '', url })
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // The reader closed the menu, or the browser allows neither.
    }
  }
  return (
    <nav class="actions">
      {view.execution_date && !view.arrived_at && (
        <a class="button" href={calendarAddress()} download>
          <Icon name="calendar" />
          {say('calendar')}
        </a>
      )}
      <button type="button" onClick={share}>
        <Icon name="share" />
        <span role="status">{isCopied ? say('copied') : say('share')}</span>
      </button>
    </nav>
  )
}
