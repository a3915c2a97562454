// Figures that got worse since the other period, before everything else; one line where none did.
import type { Analytics } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shell/session.ts'
import own from './analytics.module.css'
import { listWorse, writeBefore, writeFigure } from './measured-figures.ts'

export function GotWorse({ analytics, before }: { analytics: Analytics; before: Analytics }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const worse = listWorse(analytics, before)
  if (worse.length === 0) return <p className={own.worse}>{t('nothing_worse')}</p>
  return (
    <section className={own.worse} aria-label={t('worse')}>
      <strong>{t('worse')}</strong>
      <ul>
        {worse.map((name) => (
          <li key={name}>
            {t(name)}: <strong>{writeFigure(name, analytics.total, formats)}</strong> (
            {t('was', { value: writeBefore(name, analytics.total, before.total, formats) })})
          </li>
        ))}
      </ul>
    </section>
  )
}
