// The choice to be told of new messages while looking elsewhere.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askForDesktop, canAlertDesktop, playTone, useAlertChoice } from './alerts.ts'
import classes from './talk-bell.module.css'

export function AlertChoices() {
  const { t } = useTranslation('talk')
  const [alerts, choose] = useAlertChoice()
  const [isDenied, setDenied] = useState(false)
  const chooseSound = (sound: boolean) => {
    choose({ ...alerts, sound })
    if (sound) playTone()
  }
  const chooseDesktop = async (wanted: boolean) => {
    const desktop = wanted && (await askForDesktop())
    setDenied(wanted && !desktop)
    choose({ ...alerts, desktop })
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
          label={t('alert.desktop')}
          checked={alerts.desktop}
          error={isDenied && t('alert.denied')}
          onChange={(event) => void chooseDesktop(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
