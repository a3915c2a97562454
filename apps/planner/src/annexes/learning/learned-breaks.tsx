// When drivers eat, as past days tell: whether plans with slack leave room for breaks that they do not have, and what that rests on.
import { Button, Group, Stack, Switch, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Learning } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'

type Hours = Learning['breaks']['hours'][number]

export function LearnedBreaks({ learning }: { learning: Learning }) {
  const { t, i18n } = useTranslation('learning')
  const queries = useQueryClient()
  const action = useAction()
  const { breaks, project_id, uses_service_times } = learning
  const use = (uses_break_room: boolean) =>
    void action.run(async () => {
      await call(operations.changeLearning, { project_id, body: { uses_break_room } })
      await queries.invalidateQueries({ queryKey: ['learning'] })
    })
  const takeAway = () =>
    void action.run(async () =>
      save(await receive(operations.exportLearnedBreaks, { project_id, language: i18n.language })),
    )
  const isKnown = breaks.hours.length > 0
  return (
    <Section name="breaks" title={t('breaks.title')} text={t('breaks.text')} failure={action.failure}>
      <Stack gap="sm">
        <Switch
          label={t('breaks.use')}
          description={t('breaks.use_hint')}
          checked={breaks.uses_room}
          disabled={action.isBusy}
          onChange={(event) => use(event.currentTarget.checked)}
        />
        {breaks.is_used && <Text fw={600}>{t('breaks.is_used')}</Text>}
        {breaks.uses_room && !uses_service_times && <Text fw={600}>{t('breaks.needs_times')}</Text>}
        {isKnown ? <Evidence hours={breaks.hours} /> : <Text c="dimmed">{t('breaks.none')}</Text>}
        {isKnown && (
          <Group>
            <Button size="xs" variant="default" onClick={takeAway}>
              {t('export')}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

/** The evidence by the hours in which a break may lie. */
function Evidence({ hours }: { hours: readonly Hours[] }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const when = ({ steps }: Hours, part: number) => {
    const step = steps.find(({ share }) => share >= part)
    return step ? formats.timeOfDay(step.at) : '–'
  }
  return (
    <SettingsTable heads={[t('breaks.hours'), t('breaks.tenth'), t('breaks.half'), t('breaks.evidence')]}>
      {hours.map((hour) => (
        <Table.Tr key={`${hour.start} ${hour.end}`}>
          <Table.Td>{formats.timeWindow([hour.start, hour.end])}</Table.Td>
          <Table.Td>{when(hour, 0.1)}</Table.Td>
          <Table.Td>{when(hour, 0.5)}</Table.Td>
          <Table.Td>
            <Text size="sm">
              {t('breaks.routes', { routes: formats.number(hour.routes), breaks: formats.number(hour.breaks) })}
            </Text>
            <Text size="xs" c="dimmed">
              {t('days', { count: hour.days })} · {t('last', { day: formats.date(hour.last_seen) })}
            </Text>
            {hour.state === 'thin' && <Text size="xs">{t('breaks.thin')}</Text>}
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  )
}
