// The choice to be told of new messages while looking elsewhere.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertWhenClosed, endAlerts } from '../../shell/closed-alerts.ts'
import { canAlertDesktop, playTone, useAlertChoice } from './alerts.ts'
import classes from './talk-bell.module.css'

export function AlertChoices() {
  const { t, i18n } = useTranslation('talk')
  const [alerts, choose] = useAlertChoice()
  const [isDenied, setDenied] = useState(false)
  const chooseSound = (sound: boolean) => {
    choose({ ...alerts, sound })
    if (sound) playTone()
  }
  const chooseDesktop = async (wanted: boolean) => {
    if (!wanted) {
      await endAlerts()
      return choose({ ...alerts, desktop: false, closed: false })
    }
    const outcome = await alertWhenClosed(i18n.resolvedLanguage)
    setDenied(outcome === 'denied')
    choose({ ...alerts, desktop: outcome !== 'denied', closed: outcome === 'on' })
  }
  return (
    <div className={classes.choices}>
      <Switch
        size="xs"
        label={t('alert.sound')}
        checked={alerts.sound}
        onChange={(event) => chooseSound(event.currentTarget.checked)}
      />
      {canAlertDesktop && (
        <Switch
          size="xs"
          label={t('alert.closed')}
          description={alerts.desktop && !alerts.closed && t('alert.open_only')}
          checked={alerts.desktop}
          error={isDenied && t('alert.denied')}
          onChange={(event) => void chooseDesktop(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
