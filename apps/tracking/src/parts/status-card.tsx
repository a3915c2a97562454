// The one sentence, and the line that shows how far the delivery has come.
import type { Standing } from '../view/sentence.ts'
import type { Say } from '../words/words.ts'
import { Icon } from './icons.tsx'

export function StatusCard({ standing, say }: { standing: Standing; say: Say }) {
  const { label, headline, details, tone, steps, step } = standing
  const isOver = step === steps.length
  return (
    <section class={`card status ${tone}`}>
      <div aria-live="polite">
        {label && <p class="label">{label}</p>}
        <h1>{unbroken(headline, 'day')}</h1>
        {details.map((text) => (
          <p key={text}>{unbroken(text)}</p>
        ))}
      </div>
      <ol class="steps" aria-label={say('progress')}>
        {steps.map((word, index) => (
          <li key={word} class={stepClass(index + 1, step)} aria-current={index + 1 === step ? 'step' : undefined}>
            <span class="mark">
              {index + 1 < step || isOver ? (
                <Icon name={index + 1 < step || tone === 'done' ? 'check' : 'cross'} />
              ) : null}
            </span>
            {say(word)}
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Windows, as 08:00–10:00, are not broken at their dash: spaces within a time do not break. With `day`, what stands before a window is
 * only broken where it is longer than a line.
 */
function unbroken(text: string, around?: 'day') {
  return text.split(/([^ ]+–[^ ]+)/).map((part, at) =>
    at % 2 === 1 || around ? (
      <span class={at % 2 === 1 ? 'unbroken' : around} key={part}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

function stepClass(index: number, step: number): string {
  return index < step ? 'reached' : index === step ? 'reached current' : ''
}
