// Asks who took the goods, or where they were left: two taps at most, and never required.
import { useTranslation } from 'react-i18next'
import { useTyped } from '../parts/draft-text.tsx'
import { takers } from '../proof/taker.ts'
import type { ChangeDraft } from '../route/use-draft.ts'
import type { StopDraft } from '../store/database.ts'

export function TakerChoice({ draft, change }: { draft: StopDraft; change: ChangeDraft }) {
  const { t } = useTranslation()
  const name = useTyped(draft.taker_name ?? '', (taker_name) => void change(() => ({ taker_name })))
  return (
    <section className="part">
      <fieldset className="choice">
        <legend>{t('taker.title')}</legend>
        {takers.map((taker) => (
          <label key={taker} className={draft.taken_by === taker ? 'chosen completed' : ''}>
            <input
              type="radio"
              name="taker"
              checked={draft.taken_by === taker}
              onChange={() => void change(() => ({ taken_by: taker }))}
            />
            {t(`taker.${taker}`)}
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span>{t('taker.name')}</span>
        <input
          type="text"
          autoComplete="off"
          maxLength={200}
          value={name.value}
          onChange={(event) => name.set(event.target.value)}
        />
      </label>
    </section>
  )
}
