// The first page: the next steps of a day that has not begun, its routes on a map, what needs a look, its plans, and how far it is.
import { Anchor, Button, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Plan, Today } from '@routewright/contract'
import { IconCalendarPlus, IconMail, IconMapPinPlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { planPageQuery } from '../plan/listed-plans.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayManage, useMayPlan, useProject, useSession } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { AttentionList } from './attention-list.tsx'
import { DayFigures } from './day-figures.tsx'
import { DayPlans } from './day-plans.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OtherProjects } from './other-projects.tsx'
import { OwnOrganization } from './own-organization.tsx'
import classes from './today.module.css'
import { planToBegin, todayQuery, useTodayStream } from './today-query.ts'

/** Fetched once there is a day to draw: the page itself must not wait for maps. */
const DayMap = lazy(() => import('../map/day-map.tsx'))

export function TodayPage() {
  useLoadedSections(['today.first'])
  const { t } = useTranslation('today')
  const project = useProject()
  const formats = useFormats()
  const query = useQuery(todayQuery(project.id))
  useTodayStream(project.id)
  return (
    <Page title={t('title')} text={query.data && formats.calendarDate(query.data.date)} actions={<Actions />}>
      <Loaded query={query} rows={6} rowHeight={72}>
        {(today) => <Day today={today} />}
      </Loaded>
      <OtherProjects />
    </Page>
  )
}

function Day({ today }: { today: Today }) {
  const { t } = useTranslation('today')
  const first = planToBegin(today)
  const plans = [...today.plans, ...(today.next ? [today.next] : [])]
  const [empty] = plans
  if (!empty) return <NothingPlanned />
  if (plans.every(({ plan }) => plan.total_stops === 0)) return <NoStops plan={empty.plan} />
  return (
    <>
      {first && <FirstSteps day={first} />}
      <div className={classes.columns}>
        <section className={classes.map} aria-label={t('map')}>
          <Suspense>
            <DayMap plans={today.plans.length > 0 ? today.plans.map(({ plan }) => plan) : [empty.plan]} />
          </Suspense>
        </section>
        <div className={classes.beside}>
          <section className={classes.part} aria-labelledby="needs-a-look">
            <h2 id="needs-a-look" className={classes.heading}>
              {t('attention')}
            </h2>
            <AttentionList today={today} />
          </section>
          <section className={classes.part} aria-labelledby="plans-of-the-day">
            <h2 id="plans-of-the-day" className={classes.heading}>
              {t('plans')}
            </h2>
            {today.plans.length === 0 && (
              <Text c="dimmed" size="sm" mb="sm">
                {t('no_plans')}
              </Text>
            )}
            <DayPlans today={today} />
          </section>
        </div>
      </div>
      {today.plans.length > 0 && <DayFigures today={today} />}
      {today.plans.length > 0 && <Sections at="today.figures" today={today} />}
      <Sections at="today.first" today={today} />
    </>
  )
}

function Actions() {
  const { t } = useTranslation('plans')
  const mayPlan = useMayPlan()
  const navigate = useNavigate()
  const begin = () => void navigate({ to: '/plans', search: { new: true } })
  return (
    <>
      <SentMessages />
      <OwnOrganization />
      <Button variant="default" leftSection={<IconPlus size={17} />} disabled={!mayPlan} onClick={begin}>
        {t('new')}
      </Button>
    </>
  )
}

/** Only where messages wait for want of a server that sends them, and may be read. */
function SentMessages() {
  const { t } = useTranslation('today')
  const { is_demo } = useSession()
  const { data: messages } = useQuery({
    queryKey: ['sent-messages'],
    queryFn: ({ signal }) => call(operations.listSentMessages, {}, { signal }),
    enabled: is_demo === true,
  })
  const navigate = useNavigate()
  if (!messages) return null
  return (
    <Button variant="default" leftSection={<IconMail size={17} />} onClick={() => void navigate({ to: '/outbox' })}>
      {t('sent_messages')}
    </Button>
  )
}

/** Where there never was a plan, the guided start leads to the first. */
function NothingPlanned() {
  const { t } = useTranslation('today')
  const project = useProject()
  const mayManage = useMayManage()
  const mayPlan = useMayPlan()
  const { data, isPending } = useQuery(planPageQuery(project.id, {}, 1))
  const isNew = data?.total === 0
  if (isPending) return null
  return (
    <>
      <Empty
        title={t('nothing')}
        text={t('nothing_text')}
        icon={IconCalendarPlus}
        next={isNew && mayManage ? { label: t('start'), to: '/start' } : { label: t('to_plans'), to: '/plans' }}
      />
      {isNew && mayPlan && (
        <Text ta="center" size="sm">
          <Anchor renderRoot={(props) => <Link {...props} to="/analytics/past-days" />}>{t('try_past')}</Anchor>
        </Text>
      )}
    </>
  )
}

function NoStops({ plan }: { plan: Plan }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  return (
    <Empty
      title={t('no_stops')}
      text={t('no_stops_text', { date: formats.calendarDate(dayOfPlan(plan, formats.dayKey)) })}
      icon={IconMapPinPlus}
      next={{ label: t('add_stops'), to: `/plan/${plan.id}` }}
    />
  )
}
