// Over the map while an optimization waits to be applied: what is shown is only proposed, and the plan that there is stays a click away.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SideChoice } from '../optimize/side-choice.tsx'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import classes from './proposal-bar.module.css'

export function ProposalBar() {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const isWaiting = useRunState(({ run }) => run?.state === 'ready' && run.plan_id === plan.id)
  const isPanelOpen = useSelection(({ isDrawerOpen, tab }) => isDrawerOpen && tab === 'optimize')
  if (!isWaiting) return null
  return (
    <section className={classes.bar} aria-label={t('shown')}>
      <span>{t('not_applied')}</span>
      {!isPanelOpen && (
        <>
          <SideChoice />
          <Button size="compact-sm" onClick={() => useSelection.getState().show('optimize')}>
            {t('look')}
          </Button>
        </>
      )}
    </section>
  )
}
