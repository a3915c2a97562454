// Three steps from a plan with stops to a van on the road: gone as soon as one is.
import { Button, Progress, Text } from '@mantine/core'
import type { DayPlan } from '@routewright/contract'
import { IconDeviceMobile, IconSend, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayPlan } from '../shell/session.ts'
import { StepNumber } from '../shell/step-number.tsx'
import { DriverChoice } from './driver-choice.tsx'
import { OpenPlanButton } from './open-plan-button.tsx'
import { useOptimizing } from './optimizing.ts'
import { SendAll } from './send-all.tsx'
import classes from './today.module.css'

export function FirstSteps({ day }: { day: DayPlan }) {
  const { t } = useTranslation('today')
  const { plan, assigned_stops, used_routes, sent_routes } = day
  const mayPlan = useMayPlan()
  const optimizing = useOptimizing(plan.id)
  if (!mayPlan) return null
  const isOptimized = assigned_stops > 0 && !optimizing.isRunning
  const isSent = isOptimized && sent_routes > 0
  const current = isSent ? 3 : isOptimized ? 2 : 1
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      <Step
        number={1}
        current={current}
        title={t('optimize.title')}
        text={t('optimize.text', { count: plan.total_stops })}
      >
        {isOptimized ? (
          <OpenPlanButton planId={plan.id}>{t('look')}</OpenPlanButton>
        ) : (
          <>
            <Button
              leftSection={<IconSparkles size={17} />}
              loading={optimizing.isRunning}
              loaderProps={{ type: 'dots' }}
              onClick={() => void optimizing.start()}
            >
              {t('optimize.do')}
            </Button>
            {optimizing.isRunning && (
              <Progress value={optimizing.progress * 100} w="100%" animated aria-label={t('optimize.progress')} />
            )}
          </>
        )}
        {optimizing.failure && (
          <Text size="sm" c="var(--rw-failed)" role="alert">
            {optimizing.failure}
          </Text>
        )}
      </Step>
      <Step number={2} current={current} title={t('dispatch.title')} text={t('dispatch.text', { count: used_routes })}>
        {isSent ? (
          <OpenPlanButton planId={plan.id} show="dispatch">
            {t('look')}
          </OpenPlanButton>
        ) : (
          <SendAll planId={plan.id} isOff={!isOptimized} icon={<IconSend size={17} />} />
        )}
      </Step>
      <Step number={3} current={current} title={t('drive.title')} text={t('drive.text')}>
        <DriverChoice planId={plan.id} isOff={!isOptimized} icon={<IconDeviceMobile size={17} />} isMain={isSent} />
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  /** The step that comes next. */
  current: number
  title: string
  text: string
  children: ReactNode
}

function Step({ number, current, title, text, children }: StepProps) {
  const { t } = useTranslation('today')
  const isDone = number < current
  return (
    <li className={classes.step} aria-current={number === current ? 'step' : undefined}>
      <StepNumber
        number={number}
        state={isDone ? 'done' : 'open'}
        isCurrent={number === current}
        doneWord={t('done')}
      />
      <h2 className={classes.stepTitle}>{title}</h2>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <div className={classes.stepButtons}>{children}</div>
    </li>
  )
}
