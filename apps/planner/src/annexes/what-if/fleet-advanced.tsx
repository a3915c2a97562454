// Rare settings of the trial of fleets: seconds of search, slack, and the van that further ones are like.
import { Group, NumberInput, Select, Stack } from '@mantine/core'
import type { FleetSizesInput } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { routeName } from '../../plan/plan-data.ts'
import { usePlanData } from '../../plan/plan-store.ts'
import classes from '../../shell/panel.module.css'
import { useFormats } from '../../shell/session.ts'

export interface AdvancedChoice {
  seconds: string | number
  slackPercent: string | number
  copiedRouteId: string | null
}

/** The service decides. */
export const nothingChosen: AdvancedChoice = { seconds: '', slackPercent: '', copiedRouteId: null }

const mostSeconds = 60

/** The choice as it is sent: empty fields are left out. */
export function buildChosen({ seconds, slackPercent, copiedRouteId }: AdvancedChoice): Partial<FleetSizesInput> {
  return {
    ...(typeof seconds === 'number' && { seconds }),
    ...(typeof slackPercent === 'number' && { slack: slackPercent / 100 }),
    ...(copiedRouteId !== null && { copied_route_id: copiedRouteId }),
  }
}

interface FleetAdvancedProps {
  choice: AdvancedChoice
  onChange(choice: AdvancedChoice): void
}

export function FleetAdvanced({ choice, onChange }: FleetAdvancedProps) {
  const { t } = useTranslation(['fleets', 'optimize'])
  const formats = useFormats()
  const { routes } = usePlanData()
  const vans = routes.map((route) => ({ value: route.id, label: routeName(route) }))
  const number = { allowDecimal: false, clampBehavior: 'strict' } as const
  return (
    <details>
      <summary className={classes.dim}>{t('advanced')}</summary>
      <Stack gap="sm" mt="xs">
        <Group gap="sm" grow align="flex-end">
          <NumberInput
            label={t('seconds')}
            placeholder={t('by_stops')}
            {...number}
            min={1}
            max={mostSeconds}
            value={choice.seconds}
            onChange={(seconds) => onChange({ ...choice, seconds })}
          />
          <NumberInput
            label={t('optimize:wish.slack.title')}
            placeholder={t('as_plan')}
            {...number}
            min={0}
            max={100}
            suffix={formats.percentSign()}
            value={choice.slackPercent}
            onChange={(slackPercent) => onChange({ ...choice, slackPercent })}
          />
        </Group>
        <Select
          label={t('copied')}
          placeholder={t('busiest')}
          data={vans}
          clearable
          searchable
          value={choice.copiedRouteId}
          onChange={(copiedRouteId) => onChange({ ...choice, copiedRouteId })}
        />
      </Stack>
    </details>
  )
}
