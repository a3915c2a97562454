// Asks readers who came by the unsubscribe link to confirm, so that no mail scanner unsubscribes them by opening it.
import { useState } from 'preact/hooks'
import { setMessages } from '../view/calls.ts'
import type { PartProps } from './part-props.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

export function MessagesOff({ view, say, setView }: PartProps) {
  const [isAsked, setAsked] = useState(() => new URLSearchParams(location.search).get('messages') === 'off')
  const saving = useSaving(say)
  if (!isAsked) return null
  const company = view.brand.name ?? ''
  return (
    <section class="card">
      <h2>{say('messagesOffTitle', { company })}</h2>
      {view.messages_off ? (
        <p role="status">{say('messagesAreOff')}</p>
      ) : (
        <>
          <p>{say('messagesOffText')}</p>
          <div class="row">
            <button
              type="button"
              class="primary"
              disabled={saving.isBusy}
              onClick={() => saving.run(async () => setView(await setMessages(true)), 'messagesAreOff')}
            >
              {say('messagesOffYes')}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {say('messagesOffNo')}
            </button>
          </div>
          <StatusLine saving={saving} />
        </>
      )}
    </section>
  )
}
