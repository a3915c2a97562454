// The plans of the project.
import { useTranslation } from 'react-i18next'
import { Page } from '../shell/page.tsx'

export function PlansPage() {
  const { t } = useTranslation('shell')
  return <Page title={t('places.plans')}>…</Page>
}
