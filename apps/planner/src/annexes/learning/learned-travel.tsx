// Traffic by the hour as driven days tell it: looked at when asked for, and taken as the project's own week when it is better.
import { Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { LearnedTraffic } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'

export function LearnedTravel({ projectId: project_id }: { projectId: string }) {
  const { t } = useTranslation('learning')
  const action = useAction()
  const [found, setFound] = useState<LearnedTraffic | undefined>()
  const look = () => void action.run(async () => setFound(await call(operations.learnTrafficWeek, { project_id })))
  const bring = (csv: string) =>
    void action.run(() => call(operations.bringTrafficWeek, { project_id, body: { csv } }), t('travel.brought'))
  return (
    <Section
      name="travel"
      title={t('travel.title')}
      text={t('travel.text')}
      failure={action.failure}
      actions={
        <Button size="xs" variant="default" loading={action.isBusy} onClick={look}>
          {t('travel.look')}
        </Button>
      }
    >
      {found && <Found found={found} />}
      {found?.csv !== undefined && (
        <Group mt="sm">
          <Button size="xs" disabled={action.isBusy} onClick={() => bring(found.csv!)}>
            {t('travel.bring')}
          </Button>
        </Group>
      )}
    </Section>
  )
}

function Found({ found: { state, legs, days, given_error, learned_error } }: { found: LearnedTraffic }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  return (
    <>
      <Text fw={600}>{t(`travel.state.${state}`)}</Text>
      <Text size="sm" c="dimmed">
        {t('evidence', { visits: t('travel.legs', { count: legs }), days: t('days', { count: days }) })}
      </Text>
      {given_error !== undefined && learned_error !== undefined && (
        <Text size="sm">
          {t('travel.errors', { given: formats.duration(given_error), learned: formats.duration(learned_error) })}
        </Text>
      )}
    </>
  )
}
