// How it was: one touch on a star counts at once; what stood out and a comment may follow.
import { useState } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import { type Rating, rate } from '../view/calls.ts'
import type { WordKey } from '../words/words.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

const stars = [1, 2, 3, 4, 5] as const
const tags = { time: 'tagTime', condition: 'tagCondition', driver: 'tagDriver', info: 'tagInfo' } as const

export function Survey({ view, say }: PartProps) {
  const [rating, setRating] = useState(view.rating ?? 0)
  const [tag, setTag] = useState(view.rating_tag ?? null)
  const [comments, setComments] = useState(view.rating_comments ?? '')
  const saving = useSaving(say)
  if (!view.can_rate) return null

  const send = (change: Partial<Rating>) => {
    const answer = { rating, rating_tag: tag, comments: comments.trim() || null, ...change }
    void saving.run(async () => {
      await rate(answer)
    }, 'surveyThanks')
  }
  return (
    <form
      class="card survey"
      onSubmit={(event) => {
        event.preventDefault()
        send({})
      }}
    >
      <fieldset>
        <legend>{say('surveyTitle')}</legend>
        <div class="stars">
          {stars.map((star) => (
            <label key={star} class={star <= rating ? 'on' : ''}>
              <input
                type="radio"
                name="rating"
                checked={star === rating}
                aria-label={say(`star${star}` as WordKey)}
                onChange={() => {
                  setRating(star)
                  send({ rating: star })
                }}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="m12 2.500 2.900 6.100 6.600.9-4.800 4.600 1.200 6.600-5.900-3.200-5.900 3.200 1.200-6.600L2.500 9.500l6.600-.9Z" />
              </svg>
            </label>
          ))}
        </div>
      </fieldset>
      {rating > 0 && (
        <>
          <fieldset>
            <legend>{say('surveyTag')}</legend>
            <div class="chips">
              {Object.entries(tags).map(([id, key]) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={tag === id}
                  onClick={() => {
                    const next = tag === id ? null : (id as keyof typeof tags)
                    setTag(next)
                    send({ rating_tag: next })
                  }}
                >
                  {say(key)}
                </button>
              ))}
            </div>
          </fieldset>
          <label class="field">
            {say('surveyComment')}
            <textarea
              rows={2}
              maxLength={2000}
              value={comments}
              onInput={(event) => setComments(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary" disabled={saving.isBusy}>
            {say('send')}
          </button>
        </>
      )}
      <StatusLine saving={saving} />
    </form>
  )
}
