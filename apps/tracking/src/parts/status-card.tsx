// The one sentence, and the line that shows how far the delivery has come.
import { type Standing, stepWords } from '../view/sentence.ts'
import type { Say } from '../words/words.ts'
import { Icon } from './icons.tsx'

export function StatusCard({ standing, say }: { standing: Standing; say: Say }) {
  const { label, headline, details, tone, step } = standing
  return (
    <section class={`card status ${tone}`}>
      <div aria-live="polite">
        {label && <p class="label">{label}</p>}
        <h1>{headline}</h1>
        {details.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <ol class="steps" aria-label={say('progress')}>
        {stepWords.map((word, index) => (
          <li key={word} class={stepClass(index + 1, step)} aria-current={index + 1 === step ? 'step' : undefined}>
            <span class="mark">{index + 1 < step || (step === 4 && index === 3) ? <Icon name="check" /> : null}</span>
            {say(word)}
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepClass(index: number, step: number): string {
  return index < step ? 'reached' : index === step ? 'reached current' : ''
}
