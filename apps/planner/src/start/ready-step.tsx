// Where the guided start leads: the day, which is optimized there; or what is still missing for it.
import { Button, Group, Text } from '@mantine/core'
import type { StartStep } from '@routewright/contract'
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './start.module.css'
import type { Start } from './start-facts.ts'

interface ReadyStepProps {
  start: Start
  /** Every step is taken or left out. */
  isNext: boolean
  onOpen(step: StartStep): void
}

export function ReadyStep({ start: { facts }, isNext, onOpen }: ReadyStepProps) {
  const { t } = useTranslation('start')
  const navigate = useNavigate()
  const { plan, hasStops, vehicles } = facts
  const missing = !hasStops ? 'stops' : vehicles.count === 0 ? 'vehicles' : undefined
  return (
    <section className={classes.ready} aria-labelledby="start-ready" data-next={isNext || undefined}>
      <h2 id="start-ready" className={classes.title}>
        {t('ready.title')}
      </h2>
      <Text size="sm" c="dimmed">
        {missing ? t(`ready.no_${missing}`) : t('ready.text', { count: plan!.total_stops })}
      </Text>
      <Group mt="md" gap="xs">
        {missing ? (
          <Button variant={isNext ? 'filled' : 'default'} onClick={() => onOpen(missing)}>
            {t(`ready.add_${missing}`)}
          </Button>
        ) : (
          <Button
            rightSection={<IconArrowRight size={17} />}
            onClick={() =>
              void navigate({ to: '/plan/$planId', params: { planId: plan!.id }, search: { show: 'optimize' } })
            }
          >
            {t('ready.optimize')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => void navigate({ to: '/today' })}>
          {t('ready.today')}
        </Button>
      </Group>
    </section>
  )
}
