// A plan without anything in it: the three ways to fill it.
import { Text, Title } from '@mantine/core'
import { getAddress } from '@routewright/client/exchange'
import { createStops } from '@routewright/client/operations'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { Drawer } from './drawer.tsx'
import classes from './empty-plan.module.css'
import { exampleStop, WaysToFill } from './ways-to-fill.tsx'

export function EmptyPlan() {
  const { t } = useTranslation('editor')
  const { plan } = usePlanData()
  const navigate = useNavigate()
  const { isDrawerOpen, show } = useSelection()
  return (
    <>
      <div className={classes.page}>
        <Title order={2} size="h3" ta="center">
          {t('empty.title')}
        </Title>
        <Text c="dimmed" ta="center" mt={4} mb="xl">
          {t('empty.text')}
        </Text>
        <WaysToFill
          onImport={() => void navigate({ href: `/plan/${plan.id}/import` })}
          onType={() => show('new-stop')}
          example={{ address: getAddress(createStops, { plan_id: plan.id }), body: [exampleStop()] }}
        />
      </div>
      {isDrawerOpen && <Drawer />}
    </>
  )
}
