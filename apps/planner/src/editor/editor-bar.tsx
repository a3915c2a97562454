// The bar above the editor: which plan, what it takes, edit or live, undo, and the two big steps.
import { Avatar, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { planLook } from '@routewright/ui/status'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconSend, IconSparkles } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '../plan/editor-view.ts'
import { useHistory } from '../plan/history.ts'
import { usePresence } from '../plan/live-stream.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { useShownPlan } from '../plan/proposal.ts'
import { optimizeNow, useRunState } from '../plan/run-state.ts'
import { type EditorMode, useSelection } from '../plan/selection.ts'
import { runHistory } from '../plan/use-edit.ts'
import { findStraightMark, shortDistanceText } from '../shell/distance.tsx'
import { IconButton } from '../shell/icon-button.tsx'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import classes from './editor-bar.module.css'
import { MoreMenu } from './more-menu.tsx'

export function EditorBar({ mode, onMode }: { mode: EditorMode; onMode(mode: EditorMode): void }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { plan } = usePlanData()
  const isNarrow = useIsNarrow()
  const day = dayOfPlan(plan, formats.dayKey)
  return (
    <header className={classes.bar}>
      <Link to="/plans" className={classes.back} aria-label={t('back')}>
        <IconArrowLeft size={18} />
      </Link>
      <div className={classes.name}>
        <h1 className={classes.title}>{plan.label || t('unnamed')}</h1>
        <span className={classes.day}>{isNarrow ? formats.shortCalendarDate(day) : formats.calendarDate(day)}</span>
      </div>
      <StatusChip look={planLook(plan.status)} />
      <Figures />
      <div className={classes.space} />
      <Presence />
      <HistoryButtons />
      <SegmentedControl
        size="sm"
        className={classes.second!}
        aria-label={t('mode')}
        value={mode}
        onChange={(value) => onMode(value as EditorMode)}
        data={[
          { value: 'edit', label: t('mode_edit') },
          { value: 'live', label: t('mode_live') },
        ]}
      />
      <BigSteps />
      <MoreMenu />
    </header>
  )
}

/** Optimize, then dispatch. */
function BigSteps() {
  const { t } = useTranslation('editor')
  const { plan } = usePlanData()
  const { show } = useSelection.getState()
  const isRunning = useRunState((state) => state.run?.state === 'running')
  const mayPlan = useMayPlan()
  const isOff = !mayPlan || plan.status === 'finished'
  return (
    <>
      <Tooltip label={isRunning ? t('optimizing') : `${t('optimize')} (O)`}>
        <Button
          size="sm"
          className={classes.step!}
          aria-label={t('optimize')}
          variant={plan.total_routes === 0 || isRunning ? 'filled' : 'default'}
          leftSection={<IconSparkles size={17} />}
          disabled={isOff}
          loading={isRunning}
          loaderProps={{ type: 'dots' }}
          onClick={() => optimizeNow()}
        >
          <span className={classes.stepWord}>{t('optimize')}</span>
        </Button>
      </Tooltip>
      <Tooltip label={`${t('dispatch')} (D)`}>
        <Button
          size="sm"
          className={classes.step!}
          aria-label={t('dispatch')}
          variant="default"
          leftSection={<IconSend size={17} />}
          disabled={isOff || isRunning}
          onClick={() => show('dispatch')}
        >
          <span className={classes.stepWord}>{t('dispatch')}</span>
        </Button>
      </Tooltip>
    </>
  )
}

function Figures() {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const figures = usePlanStore((state) => state.editor?.figures)
  const { stops, unassigned } = useShownPlan()
  const mark = figures && findStraightMark(figures.distance, figures, t)
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('stops')}</dt>
        <dd>{formats.number(stops.size)}</dd>
      </div>
      {unassigned.length > 0 && (
        <div data-alert>
          <dt>{t('unassigned')}</dt>
          <dd>{formats.number(unassigned.length)}</dd>
        </div>
      )}
      {figures && figures.routes > 0 && (
        <>
          <div>
            <dt>{t('distance')}</dt>
            <dd title={mark}>
              {shortDistanceText(figures.distance, figures, formats)}
              {mark && <span className={classes.mark}> {mark}</span>}
            </dd>
          </div>
          <div>
            <dt>{t('duration')}</dt>
            <dd>{formats.duration(figures.duration)}</dd>
          </div>
          {figures.cost > 0 && (
            <div data-wide>
              <dt>{t('cost')}</dt>
              <dd>{formats.money(figures.cost)}</dd>
            </div>
          )}
          {figures.late_stops > 0 && (
            <div data-alert>
              <dt>{t('late_stops')}</dt>
              <dd>{formats.number(figures.late_stops)}</dd>
            </div>
          )}
        </>
      )}
    </dl>
  )
}

/** The most viewers of the plan whose faces are shown. */
const shownFaces = 4

function Presence() {
  const { t } = useTranslation('editor')
  const { others, count } = usePresence()
  if (others.length === 0) return null
  return (
    <Avatar.Group className={classes.second!} aria-label={t('others_here')}>
      {others.slice(0, shownFaces).map(({ viewer_id, name }) => (
        <Tooltip key={viewer_id} label={t('other_here', { name })}>
          <Avatar size={30} radius="xl" color="grape" name={name} role="img" aria-label={t('other_here', { name })} />
        </Tooltip>
      ))}
      {count > shownFaces && (
        <Avatar size={30} radius="xl">
          +{count - shownFaces}
        </Avatar>
      )}
    </Avatar.Group>
  )
}

function HistoryButtons() {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { past, future, isBusy } = useHistory()
  const mayPlan = useMayPlan()
  const last = past.at(-1)?.label
  const next = future.at(-1)?.label
  return (
    <div className={classes.pair}>
      <Tooltip label={last ? `${t('undo')}: ${last}` : t('undo')}>
        <IconButton
          icon={IconArrowBackUp}
          iconSize={19}
          label={t('undo')}
          disabled={!mayPlan || past.length === 0 || isBusy}
          onClick={() => void runHistory('undo', t, formats)}
        />
      </Tooltip>
      <Tooltip label={next ? `${t('redo')}: ${next}` : t('redo')}>
        <IconButton
          icon={IconArrowForwardUp}
          iconSize={19}
          label={t('redo')}
          disabled={!mayPlan || future.length === 0 || isBusy}
          onClick={() => void runHistory('redo', t, formats)}
        />
      </Tooltip>
    </div>
  )
}
