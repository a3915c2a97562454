// The day in the other projects of somebody who works in several: how far each is, and the worst of what needs a look there.
import { Text, UnstyledButton } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { ProjectDay } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useProject, useProjectChoice, useProjects } from '../shell/session.ts'
import { AttentionRow } from './attention-list.tsx'
import classes from './today.module.css'

/** Other projects are polled, not streamed. */
const REFRESH_MS = 60_000

export function OtherProjects() {
  const { t } = useTranslation('today')
  const project = useProject()
  const isSeveral = useProjects().length > 1
  const { data = [] } = useQuery({
    queryKey: ['project-days'],
    queryFn: ({ signal }) => call(operations.listProjectDays, {}, { signal }),
    refetchInterval: REFRESH_MS,
    enabled: isSeveral,
  })
  const others = data.filter(({ project_id }) => project_id !== project.id)
  if (others.length === 0) return null
  return (
    <section className={classes.others} aria-labelledby="other-projects">
      <h2 id="other-projects" className={classes.heading}>
        {t('other_projects')}
      </h2>
      <ul className={classes.projects}>
        {others.map((day) => (
          <li key={day.project_id}>
            <OtherProject day={day} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OtherProject({ day }: { day: ProjectDay }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const project = useProjects().find(({ id }) => id === day.project_id)
  const choose = useProjectChoice((state) => state.choose)
  const open = () => choose(day.project_id)
  const more = day.total_attention - day.attention.length
  const done = day.completed_stops + day.incomplete_stops + day.canceled_stops
  const figures = [
    t('stops_of', { part: formats.number(done), whole: formats.number(day.total_stops) }),
    day.routes_on_road > 0 && t('on_road_count', { count: day.routes_on_road }),
  ]
  return (
    <>
      <UnstyledButton className={classes.plan} onClick={open} w="100%">
        <strong>{project?.label}</strong>
        {day.plans > 0 && <ProgressBar counts={day} />}
        <Text size="xs" c="dimmed" component="span">
          {day.plans === 0 ? t('no_plans') : figures.filter(Boolean).join(' · ')}
        </Text>
      </UnstyledButton>
      <ul className={classes.list}>
        {day.attention.map((matter) => (
          <li
            key={[matter.kind, matter.plan_id, matter.route_id].join(' ')}
            className={classes.attention}
            data-kind={matter.kind}
          >
            <AttentionRow one={matter} onOpen={open} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('more_to_look_at', { count: more })}
        </Text>
      )}
    </>
  )
}
