// How it was: one touch on a star counts at once; what stood out and a comment may follow.
import { useState } from 'preact/hooks'
import { type Rating, rate } from '../view/calls.ts'
import type { Say, WordKey } from '../words/words.ts'
import type { PartProps } from './part-props.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

const stars = [1, 2, 3, 4, 5] as const
const tags = { time: 'tagTime', condition: 'tagCondition', driver: 'tagDriver', info: 'tagInfo' } as const

type Tag = keyof typeof tags
const isTag = (text: string | undefined): text is Tag => text !== undefined && text in tags

export function Survey({ view, say }: PartProps) {
  const [rating, setRating] = useState(view.rating ?? 0)
  const [tag, setTag] = useState<Tag | null>(isTag(view.rating_tag) ? view.rating_tag : null)
  const [comments, setComments] = useState(view.rating_comments ?? '')
  const saving = useSaving(say)
  if (!view.can_rate) return null

  const send = (change: Partial<Rating>) => {
    const answer = { rating, rating_tag: tag, comments: comments.trim() || null, ...change }
    void saving.run(() => rate(answer).then(() => {}), 'surveyThanks')
  }
  const chooseStar = (star: number) => {
    setRating(star)
    send({ rating: star })
  }
  const chooseTag = (next: Tag | null) => {
    setTag(next)
    send({ rating_tag: next })
  }
  return (
    <form
      class="card survey"
      onSubmit={(event) => {
        event.preventDefault()
        send({})
      }}
    >
      <Stars rating={rating} choose={chooseStar} say={say} />
      {rating > 0 && (
        <>
          <Tags tag={tag} choose={chooseTag} say={say} />
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

function Stars({ rating, choose, say }: { rating: number; choose: (star: number) => void; say: Say }) {
  return (
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
              onChange={() => choose(star)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 2.500 2.900 6.100 6.600.9-4.800 4.600 1.200 6.600-5.900-3.200-5.900 3.200 1.200-6.600L2.500 9.500l6.600-.9Z" />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Tags of a rating; a second tap removes one. */
function Tags({ tag, choose, say }: { tag: Tag | null; choose: (tag: Tag | null) => void; say: Say }) {
  return (
    <fieldset>
      <legend>{say('surveyTag')}</legend>
      <div class="chips">
        {(Object.keys(tags) as Tag[]).map((id) => (
          <button key={id} type="button" aria-pressed={tag === id} onClick={() => choose(tag === id ? null : id)}>
            {say(tags[id])}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
