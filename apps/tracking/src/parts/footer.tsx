// How fresh the page is, its language, and the end of messages.

import { setMessages } from '../view/calls.ts'
import { type Language, languages } from '../words/words.ts'
import type { PartProps } from './part-props.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

interface FooterProps extends PartProps {
  language: Language
  choose: (language: Language) => void
  asOf: string
}

export function Footer({ view, say, setView, language, choose, asOf }: FooterProps) {
  const saving = useSaving(say)
  const off = view.messages_off
  return (
    <footer>
      <p>{say('asOf', { time: asOf })}</p>
      <p class="row">
        <label>
          <span class="hidden">{say('language')}</span>
          <select value={language} onChange={(event) => choose(event.currentTarget.value as Language)}>
            {Object.entries(languages).map(([id, name]) => (
              <option key={id} value={id} lang={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="quiet"
          disabled={saving.isBusy}
          onClick={() => saving.run(async () => setView(await setMessages(!off)), 'messagesAreOff')}
        >
          {off ? say('messagesOn') : say('messagesStop')}
        </button>
      </p>
      {(saving.isError || off) && <StatusLine saving={saving} />}
    </footer>
  )
}
