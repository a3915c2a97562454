// Leads to everything that is not the next stop.
import { useTranslation } from 'react-i18next'
import { RoundButton } from '../parts/button.tsx'
import { show } from '../parts/screens.ts'

export function MenuButton() {
  const { t } = useTranslation()
  return <RoundButton icon="more" label={t('action.menu')} onClick={() => show('menu')} />
}
