// Where it shall be delivered, where the shop does not know it.
import type { CheckoutView } from '@routewright/contract'
import { useState } from 'preact/hooks'
import type { Work } from './chooser.tsx'
import type { Say } from './words.ts'

interface PlaceFormProps {
  place: string | undefined
  say: Say
  work: Work
  setPlace(address: string): Promise<CheckoutView>
}

export function PlaceForm({ place, say, work, setPlace }: PlaceFormProps) {
  const [text, setText] = useState(place ?? '')
  const send = () => {
    if (text.trim() !== '') void work.run(() => setPlace(text.trim()))
  }
  return (
    <>
      <label class="field">
        {say('address')}
        <input
          type="text"
          value={text}
          maxLength={255}
          autoComplete="street-address"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            // It stands in the shop's form, which is not to be sent by this.
            if (event.key !== 'Enter') return
            event.preventDefault()
            send()
          }}
        />
      </label>
      <button type="button" class="main" disabled={work.isBusy || text.trim() === ''} onClick={send}>
        {say('showTimes')}
      </button>
    </>
  )
}
