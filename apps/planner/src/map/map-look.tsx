// Which look the ground has: the service's own map, or one of those that its administrator set up. Kept for the person on this device.
import { Divider, Radio, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { MapLook } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useKeptChoice } from '../shell/kept-choice.ts'
import { useAnswer } from '../shell/use-answer.ts'

const none: MapLook[] = []

/** Looks stand in the settings of the service: they do not change while it runs. */
export function useMapLook() {
  const { data: looks = none } = useAnswer(['map-looks'], operations.listMapLooks, {}, { staleTime: Infinity })
  const [name, choose] = useKeptChoice('map_look', '')
  const chosen = looks.find((look) => look.name === name)
  return { looks, chosen, choose }
}

/** Hidden where there is no choice. */
export function LookChoice() {
  const { t } = useTranslation('editor')
  const { looks, chosen, choose } = useMapLook()
  if (looks.length === 0) return null
  return (
    <>
      <Radio.Group label={t('looks.title')} size="xs" value={chosen?.name ?? ''} onChange={choose}>
        <Stack gap={8} mt={6}>
          <Radio size="xs" value="" label={t('looks.own')} />
          {looks.map(({ name }) => (
            <Radio key={name} size="xs" value={name} label={name} />
          ))}
        </Stack>
      </Radio.Group>
      <Divider my="xs" />
    </>
  )
}
