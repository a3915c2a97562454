// Where the working hours of a span of days went; asked for once it is looked at.
import { Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { DaySpan } from '@routewright/contract/period-change'
import { mostDaysOfHours } from '@routewright/contract/spent-hours'
import { useTranslation } from 'react-i18next'
import { HoursBar, sumHours } from '../../shell/hours-bar.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useAnswer } from '../../shell/use-answer.ts'
import own from './analytics.module.css'

interface HoursOfSpanProps {
  asked: DaySpan & { project_id?: string }
}

export function HoursOfSpan({ asked }: HoursOfSpanProps) {
  const days = (Date.parse(asked.to_date) - Date.parse(asked.from_date)) / 86_400_000 + 1
  return days > mostDaysOfHours ? null : <Hours asked={asked} />
}

function Hours({ asked }: HoursOfSpanProps) {
  const { t } = useTranslation('hours')
  const query = useAnswer(['analytics', 'hours', asked], operations.getSpentHours, asked)
  return (
    <Loaded query={query} rows={1} rowHeight={180}>
      {(spent) =>
        sumHours(spent) > 0 && (
          <section className={own.hours} aria-label={t('went')}>
            <Title order={2} size="h4">
              {t('went')}
            </Title>
            <Text size="sm" c="dimmed" mb="sm">
              {t('as_planned')}
            </Text>
            <HoursBar spent={spent} />
          </section>
        )
      }
    </Loaded>
  )
}
