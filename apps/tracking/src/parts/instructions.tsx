// A word for the driver.
import { useEffect, useState } from 'preact/hooks'
import { saveInstructions } from '../view/calls.ts'
import type { PartProps } from './part-props.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

export function Instructions({ view, say, setView }: PartProps) {
  const stored = view.customer_text_field ?? ''
  const [text, setText] = useState(stored)
  const [isTouched, setTouched] = useState(false)
  const saving = useSaving(say)
  useEffect(() => {
    if (!isTouched) setText(stored)
  }, [stored, isTouched])

  if (!view.can_instruct) return null
  const save = async (event: Event) => {
    event.preventDefault()
    const done = await saving.run(async () => setView(await saveInstructions(text.trim() || null)), 'saved')
    if (done) setTouched(false)
  }
  return (
    <form class="card" onSubmit={save}>
      <h2>
        <label for="instructions">{say('instructions')}</label>
      </h2>
      <textarea
        id="instructions"
        rows={2}
        maxLength={2000}
        placeholder={say('instructionsHint')}
        value={text}
        onInput={(event) => {
          setTouched(true)
          setText(event.currentTarget.value)
        }}
      />
      {(isTouched || saving.text) && (
        <div class="row">
          <button type="submit" class="primary" disabled={saving.isBusy || !isTouched}>
            {say('save')}
          </button>
          <StatusLine saving={saving} />
        </div>
      )}
    </form>
  )
}
