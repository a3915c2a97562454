// Service times that the project has learned: whether they are used, what they rest on, and the numbers one by one.
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import * as operations from '@routewright/client/operations'
import type { Learning } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { LearnedBreaks } from './learned-breaks.tsx'
import { LearnedEffects } from './learned-effects.tsx'
import { LearnedList } from './learned-list.tsx'
import { LearnedPaces } from './learned-paces.tsx'
import { LearnedPlaces } from './learned-places.tsx'
import { LearnedTravel } from './learned-travel.tsx'
import { LearnedWindows } from './learned-windows.tsx'

export default function LearningSettings() {
  const project = useProject()
  const query = useAnswer(['learning', project.id], operations.getLearning, { project_id: project.id })
  return (
    <Loaded query={query} rows={3}>
      {(learning) => (
        <>
          <LearningState learning={learning} />
          <LearnedWindows windows={learning.windows} projectId={project.id} />
          <LearnedPaces key={`paces ${project.id}`} isUsed={learning.uses_paces} projectId={project.id} />
          <LearnedBreaks key={`breaks ${project.id}`} learning={learning} />
          <LearnedPlaces key={`places ${project.id}`} places={learning.places} projectId={project.id} />
          {learning.effects.length > 0 && <LearnedEffects effects={learning.effects} />}
          <LearnedTravel key={`travel ${project.id}`} projectId={project.id} />
          <LearnedList key={project.id} projectId={project.id} isUsed={learning.uses_service_times} />
        </>
      )}
    </Loaded>
  )
}

function LearningState({ learning }: { learning: Learning }) {
  const { t } = useTranslation('learning')
  const { action, run, use, forgetAll, takeAway } = useLearningActions(learning.project_id)
  return (
    <Section
      title={t('title')}
      text={t('text')}
      failure={action.failure}
      actions={
        <Button size="xs" loading={action.isBusy} onClick={run}>
          {t('run')}
        </Button>
      }
    >
      <Stack gap="sm">
        <Switch
          label={t('use')}
          description={t('use_hint')}
          checked={learning.uses_service_times}
          disabled={action.isBusy}
          onChange={(event) => use(event.currentTarget.checked)}
        />
        <Evidence learning={learning} />
        {learning.state !== 'never' && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={takeAway}>
              {t('export')}
            </Button>
            <Button size="xs" variant="default" onClick={forgetAll}>
              {t('forget_all')}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

/** Actions on everything that was learned. */
function useLearningActions(project_id: string) {
  const { t, i18n } = useTranslation(['learning', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const change = (work: () => Promise<unknown>, done?: string) =>
    void action.run(async () => {
      await work()
      await Promise.all(
        [['learning'], ['learned-times'], ['learned-paces'], ['learned-places']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    }, done)
  const forgetAll = () =>
    modals.openConfirmModal({
      title: t('forget_all'),
      children: <Text size="sm">{t('forget_all_text')}</Text>,
      labels: { confirm: t('forget_all'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => change(() => call(operations.forgetLearning, { project_id }), t('forgotten')),
    })
  return {
    action,
    run: () => change(() => call(operations.runLearning, { project_id })),
    use: (uses_service_times: boolean) =>
      change(() => call(operations.changeLearning, { project_id, body: { uses_service_times } })),
    forgetAll,
    takeAway: () =>
      void action.run(async () =>
        save(await receive(operations.exportLearnedTimes, { project_id, language: i18n.language })),
      ),
  }
}

/** The result of the last look at past days, in sentences. */
function Evidence({ learning }: { learning: Learning }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const { state, visits, days, learned_at, given_error, learned_error, left_out } = learning
  const reasons = left_out.filter((entry) => entry.visits > 0)
  return (
    <div>
      <Text fw={600}>{t(`state.${state}`)}</Text>
      {learned_at && (
        <Text size="sm" c="dimmed">
          {t('evidence', { visits: t('visits', { count: visits }), days: t('days', { count: days }) })}{' '}
          {t('looked', { moment: formats.dateTime(learned_at) })}
        </Text>
      )}
      {given_error !== undefined && learned_error !== undefined && (
        <Text size="sm">
          {t('errors', { given: formats.duration(given_error), learned: formats.duration(learned_error) })}
        </Text>
      )}
      {reasons.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('left_out')} {reasons.map((reason) => `${t(`reason.${reason.reason}`)} ${reason.visits}`).join(' · ')}
        </Text>
      )}
    </div>
  )
}
