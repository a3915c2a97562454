// Leads to everything that is not the next stop.
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import { show } from '../parts/screens.ts'

export function MenuButton() {
  const { t } = useTranslation()
  return (
    <button type="button" className="round" onClick={() => show('menu')} aria-label={t('action.menu')}>
      <Icon name="more" />
    </button>
  )
}
