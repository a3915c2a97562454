// Reports and notes of drivers, and replies of recipients: latest first, with photos.

import type { DriverNote, Report, Stop, Survey } from '@routewright/contract'
import { IconMapPin, IconMessage2, IconStar } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../plan/live-stream.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats } from '../shell/session.ts'
import { smallPicture } from '../shell/small-picture.ts'
import { EmptyPart } from '../shell/states.tsx'
import classes from './live-panel.module.css'

const SHOWN = 120

type Entry = { id: string; at: string; stop?: Stop | undefined; routeId?: string | undefined } & (
  | { kind: 'report'; report: Report }
  | { kind: 'note'; note: DriverNote }
  | { kind: 'answer'; survey: Survey }
)

export function StopFeed() {
  const { t } = useTranslation('live')
  const { stops } = usePlanData()
  const notes = useLive((state) => state.notes)
  const entries = useMemo(() => listEntries(stops, notes).slice(0, SHOWN), [stops, notes])
  if (entries.length === 0)
    return (
      <EmptyPart
        text={t('no_reports')}
        next={{ label: t('dispatch'), onClick: () => useSelection.getState().show('dispatch') }}
      />
    )
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.card}>
          <FeedEntry entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function listEntries(stops: ReadonlyMap<string, Stop>, notes: readonly DriverNote[]): Entry[] {
  const entries: Entry[] = notes.map((note) => ({
    kind: 'note',
    note,
    id: note.id,
    at: note.created_at,
    routeId: note.route_id,
    stop: stops.get(note.stop_id ?? ''),
  }))
  for (const stop of stops.values()) {
    for (const report of stop.reports) {
      entries.push({ kind: 'report', report, id: report.id, at: report.created_at, stop, routeId: stop.route_id })
    }
    const { survey } = stop
    if (survey) {
      const at = survey.updated_at ?? survey.created_at
      entries.push({ kind: 'answer', survey, id: `answer ${stop.id}`, at, stop, routeId: stop.route_id })
    }
  }
  return entries.sort((a, b) => (a.at < b.at ? 1 : -1))
}

function FeedEntry({ entry }: { entry: Entry }) {
  const formats = useFormats()
  const { routes } = usePlanData()
  const { title, details, icon } = useEntryWords(entry)
  const route = routes.find(({ id }) => id === entry.routeId)
  const open = () => {
    if (entry.stop) useSelection.getState().select([entry.stop.id])
    else if (route) useSelection.getState().openRoute(route.id)
  }
  return (
    <>
      <button type="button" className={classes.main} onClick={open}>
        {icon && <span className={classes.icon}>{icon}</span>}
        <span className={classes.words}>
          <strong>
            {formats.clock(entry.at)} · {title}
          </strong>
          <span>{[entry.stop && stopName(entry.stop), route && routeName(route)].filter(Boolean).join(' · ')}</span>
          {details.some(Boolean) && <span>{details.filter(Boolean).join(' · ')}</span>}
        </span>
      </button>
      {entry.kind === 'report' && <Photos report={entry.report} />}
    </>
  )
}

interface EntryWords {
  title: string
  details: readonly (string | undefined)[]
  icon?: ReactNode
}

function useEntryWords(entry: Entry): EntryWords {
  const { t } = useTranslation('live')
  const reasonText = useReasonText()
  switch (entry.kind) {
    case 'report': {
      const { type, cancel_reason, comments } = entry.report
      return { title: t(`editor:report.${type}`), details: [cancel_reason && reasonText(cancel_reason), comments] }
    }
    case 'note': {
      const { kind, category, rating, comments } = entry.note
      if (kind === 'door') {
        return { title: t('door'), details: [t('door_moved'), comments], icon: <IconMapPin size={16} /> }
      }
      if (kind === 'survey') {
        return { title: t('driver_day', { count: rating ?? 0 }), details: [comments], icon: <IconStar size={16} /> }
      }
      const what = t(`problems.${category ?? 'other'}`)
      return { title: t('problem', { what }), details: [comments], icon: <IconMessage2 size={16} /> }
    }
    case 'answer': {
      const { rating, rating_tag, comments } = entry.survey
      const tag = rating_tag && t(`tags.${rating_tag}`, { defaultValue: rating_tag })
      return { title: t('recipient_says', { count: rating }), details: [tag, comments], icon: <IconStar size={16} /> }
    }
  }
}

const SHOWN_PHOTOS = 4

export function Photos({ report }: { report: Pick<Report, 'images' | 'signature'> }) {
  const { t } = useTranslation('editor')
  const pictures = [
    ...report.images.slice(0, SHOWN_PHOTOS).map((image) => ({ ...image, name: t('photo') })),
    ...(report.signature ? [{ ...report.signature, name: t('signature') }] : []),
  ]
  if (pictures.length === 0) return null
  return (
    <div className={classes.photos}>
      {pictures.map(({ id, url, name }) => (
        <a key={id} href={url} target="_blank" rel="noreferrer">
          <img src={smallPicture(url)} alt={name} loading="lazy" />
        </a>
      ))}
    </div>
  )
}
