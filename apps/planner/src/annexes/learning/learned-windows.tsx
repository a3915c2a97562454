// Windows of arrival from past days: whether recipients are told them, how many are to hold, and how they do beside the usual ones.
import { NumberInput, Stack, Switch, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { LearningInput, LearnedWindows as Windows } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'

export function LearnedWindows({ windows, projectId }: { windows: Windows; projectId: string }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const queries = useQueryClient()
  const action = useAction()
  const change = (body: LearningInput) =>
    void action.run(async () => {
      await call(operations.changeLearning, { project_id: projectId, body })
      await queries.invalidateQueries({ queryKey: ['learning'] })
    })
  const share = Math.round(windows.share * 100)
  const setShare = (written: string) => {
    const percent = Math.min(95, Math.max(50, Math.round(Number.parseFloat(written.replace(',', '.')))))
    if (Number.isFinite(percent) && percent !== share) change({ windows_share: percent / 100 })
  }
  return (
    <Section name="windows" title={t('windows.title')} text={t('windows.text')} failure={action.failure}>
      <Stack gap="sm">
        <Switch
          label={t('windows.use')}
          description={t('windows.use_hint')}
          checked={windows.is_used}
          disabled={action.isBusy}
          onChange={(event) => change({ uses_windows: event.currentTarget.checked })}
        />
        <NumberInput
          key={share}
          label={t('windows.share')}
          description={t('windows.share_hint')}
          defaultValue={share}
          min={50}
          max={95}
          step={5}
          suffix={formats.percentSign()}
          allowDecimal={false}
          maw={260}
          disabled={action.isBusy}
          onBlur={(event) => setShare(event.currentTarget.value)}
        />
        {windows.is_used && <Days windows={windows} isBusy={action.isBusy} onChange={change} />}
        <Evidence windows={windows} />
      </Stack>
    </Section>
  )
}

interface DaysProps {
  windows: Windows
  isBusy: boolean
  onChange(input: LearningInput): void
}

/** Whether estimates follow what the day is like for all routes. */
function Days({ windows, isBusy, onChange }: DaysProps) {
  const { t } = useTranslation('learning')
  return (
    <Switch
      label={t('windows.days')}
      description={t('windows.days_hint')}
      checked={windows.uses_days}
      disabled={isBusy}
      onChange={(event) => onChange({ uses_days: event.currentTarget.checked })}
    />
  )
}

/** Both kinds of windows on the same estimates. */
function Evidence({ windows }: { windows: Windows }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const { state, estimates, routes, kept, width, usual_kept, usual_width, given_error, learned_error } = windows
  const rows = [
    ['own', kept, width],
    ['usual', usual_kept, usual_width],
  ] as const
  return (
    <div>
      <Text fw={600}>{t(`windows.state.${state}`)}</Text>
      {estimates > 0 && (
        <Text size="sm" c="dimmed">
          {t('windows.evidence', {
            estimates: formats.number(estimates),
            routes: formats.number(routes),
            days: t('days', { count: windows.days }),
          })}
        </Text>
      )}
      {given_error !== undefined && learned_error !== undefined && (
        <Text size="sm" c="dimmed">
          {t('windows.estimates', {
            learned: formats.duration(learned_error),
            given: formats.duration(given_error),
          })}
        </Text>
      )}
      {windows.is_used && windows.day_spread !== undefined && (
        <Text size="sm" c="dimmed">
          {t('windows.day_spread', { percent: formats.percent(windows.day_spread) })}
        </Text>
      )}
      {kept !== undefined && (
        <SettingsTable heads={[t('windows.which'), t('windows.held'), t('windows.width')]}>
          {rows.map(([name, part, seconds]) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`windows.${name}`)}</Table.Td>
              <Table.Td>{part === undefined ? '–' : formats.percent(part)}</Table.Td>
              <Table.Td>{seconds === undefined ? '–' : formats.duration(seconds)}</Table.Td>
            </Table.Tr>
          ))}
        </SettingsTable>
      )}
    </div>
  )
}
