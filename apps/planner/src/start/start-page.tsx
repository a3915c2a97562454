// The guided start: the steps to a first day of one's own, one open at a time, each done, left out, or still to come.
import { Button } from '@mantine/core'
import type { Project, StartStep } from '@routewright/contract'
import { startSteps } from '@routewright/contract/start-steps'
import { IconRocket } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewProject } from '../settings/new-project.tsx'
import { Page } from '../shell/page.tsx'
import { useFoundProject, useProject } from '../shell/session.ts'
import { Empty, Refusal, RowSkeletons } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { DepotStep } from './depot-step.tsx'
import { MapStep } from './map-step.tsx'
import { NameStep } from './name-step.tsx'
import { ReadyStep } from './ready-step.tsx'
import { useSettleSteps } from './settle-steps.ts'
import classes from './start.module.css'
import { nextStep, type Start, useStart } from './start-facts.ts'
import { StepCard } from './step-card.tsx'
import type { StepProps } from './step-props.ts'
import { StopsStep } from './stops-step.tsx'
import { useSummaries } from './summaries.ts'
import { VehiclesStep } from './vehicles-step.tsx'

const contents: Record<StartStep, ComponentType<StepProps>> = {
  project: NameStep,
  map: MapStep,
  depot: DepotStep,
  vehicles: VehiclesStep,
  stops: StopsStep,
}

export function StartPage() {
  const project = useFoundProject()
  return project ? (
    <Suspense fallback={<RowSkeletons count={5} height={72} />}>
      <Steps key={project.id} />
    </Suspense>
  ) : (
    <WithoutProject />
  )
}

function WithoutProject() {
  const { t } = useTranslation('start')
  const [isNew, setNew] = useState(false)
  return (
    <Page title={t('title')}>
      <Empty
        title={t('no_project')}
        text={t('no_project_text')}
        icon={IconRocket}
        next={{ label: t('create_project'), onClick: () => setNew(true) }}
      />
      {isNew && <NewProject onClose={() => setNew(false)} />}
    </Page>
  )
}

function Steps() {
  const { t } = useTranslation(['start', 'settings', 'fleet', 'editor', 'records', 'shell'])
  // Read here, so that a step that unfolds sees what the one before has just saved.
  const project = useProject()
  const start = useStart(project)
  const { shown, open } = useShownStep(start)
  const summaries = useSummaries(project, start)
  const taken = start.steps.filter(({ state }) => state === 'done').length
  return (
    <Page
      title={t('title')}
      text={t('taken', { count: taken, total: start.steps.length })}
      actions={<SkipAll project={project} />}
    >
      <p className={classes.text}>{t('text')}</p>
      <ol className={classes.steps} aria-label={t('steps')}>
        {start.steps.map(({ name, state }, index) => {
          const Content = contents[name]
          return (
            <StepCard
              key={name}
              number={index + 1}
              title={t(`${name}.title`)}
              summary={summaries[name] || (state === 'skipped' ? t('skipped') : '')}
              state={state}
              isOpen={shown === name}
              onToggle={() => open(shown === name ? 'ready' : name)}
            >
              <p className={classes.text}>{t(`${name}.text`)}</p>
              <Content project={project} start={start} onDone={() => open(nextStep(start, name) ?? 'ready')} />
            </StepCard>
          )
        })}
      </ol>
      <ReadyStep start={start} isNext={nextStep(start) === undefined} onOpen={open} />
    </Page>
  )
}

/** The step that is unfolded stands in the address; without one there, it is the first that is open. */
function useShownStep(start: Start) {
  const { step } = useSearch({ strict: false }) as { step?: string }
  const navigate = useNavigate()
  const shown = startSteps.find((name) => name === step) ?? (step ? undefined : nextStep(start))
  const open = (next: StartStep | 'ready') => void navigate({ to: '/start', search: { step: next }, replace: true })
  return { shown, open }
}

/** For those who know their way. */
function SkipAll({ project }: { project: Project }) {
  const { t } = useTranslation('start')
  const action = useAction()
  const settle = useSettleSteps(project.id)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const skip = () =>
    void action.run(async () => {
      await settle(startSteps)
      await queries.invalidateQueries({ queryKey: ['today', project.id] })
      await navigate({ to: '/today' })
    })
  return (
    <>
      <Button variant="subtle" loading={action.isBusy} onClick={skip}>
        {t('skip_all')}
      </Button>
      <Refusal text={action.failure} />
    </>
  )
}
