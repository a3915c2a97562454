// One remedy on a card: what it is called, what it would do, and who is told of it, before the click.
import { useInViewport } from '@mantine/hooks'
import type { EditAnswer, Stop } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatches } from '../plan/dispatched.ts'
import { computeEffect, harmTexts, priceTexts } from '../plan/effect.ts'
import { makeEdit, type OrderEdit } from '../plan/order-edits.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { useEdit } from '../plan/use-edit.ts'
import { getReason } from '../plan/warnings.ts'
import { failureText } from '../shell/failure.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import classes from './live-panel.module.css'

/** The first three that are offered; the others by a click. What is not offered renders nothing, so that the style sheet can count. */
export function RemedyList({ children }: { children: ReactNode }) {
  const { t } = useTranslation('live')
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <div className={classes.remedies} data-whole={isWhole || undefined}>
        {children}
      </div>
      <button
        type="button"
        className={classes.more}
        aria-expanded={isWhole}
        onClick={() => setWhole((wasWhole) => !wasWhole)}
      >
        {t(isWhole ? 'remedy.fewer' : 'remedy.more')}
      </button>
    </>
  )
}

interface RemedyProps {
  label: string
  effect?: string | undefined
  /** The effect is a bad one. */
  isBad?: boolean
  /** Missing where nobody is: that is the rule. */
  told?: string | undefined
  isDisabled?: boolean
  /** For those who may only look, too: it changes nothing. */
  isForAll?: boolean
  /** Keeps the layout steady: effect and readers take one line each, `own` gives both three lines together. */
  lines?: 'shared' | 'own'
  act(): Promise<unknown>
}

export function Remedy(props: RemedyProps) {
  const { label, effect, isBad = false, told, isDisabled = false, isForAll = false, lines, act } = props
  const mayPlan = useMayPlan()
  const [isBusy, setBusy] = useState(false)
  const click = async () => {
    setBusy(true)
    await act()
    setBusy(false)
  }
  const outcome = (
    <>
      <span className={classes.effect} data-bad={isBad || undefined} title={lines && effect}>
        {effect}
      </span>
      {(told || lines) && (
        <span className={classes.told} title={lines && told}>
          {told}
        </span>
      )}
    </>
  )
  return (
    <button
      type="button"
      className={classes.remedy}
      data-lines={lines}
      disabled={(!mayPlan && !isForAll) || isDisabled || isBusy}
      onClick={() => void click()}
    >
      <strong>{label}</strong>
      {lines === 'own' ? <span className={classes.own}>{outcome}</span> : outcome}
    </button>
  )
}

/** A call or a mail, by the program that this device has for it. */
export function ContactRemedy({ label, effect, href }: { label: string; effect: string; href: string }) {
  const { t } = useTranslation('live')
  return (
    <a className={classes.remedy} href={href}>
      <strong>{label}</strong>
      <span className={classes.effect}>{effect}</span>
      <span className={classes.told}>{t('you_tell')}</span>
    </a>
  )
}

interface EditRemedyProps {
  stop: Stop
  /** Names the edit among those of the stop. */
  name: 'again' | 'give_away' | 'earlier'
  edit: OrderEdit
  /** Sentence for the undo step, once it is done. */
  did: string
  /** Whether it is worth offering, by what it would do. */
  helps?: (answer: EditAnswer) => boolean
}

/**
 * An edit of routes as a remedy. What it would do is worked out while its card is on screen. Its button keeps its place from the first
 * drawing on, whatever comes out: nobody's click may hit another one that moved up. What cannot be done, or does not help, says so.
 */
export function EditRemedy({ stop, name, edit, did, helps }: EditRemedyProps) {
  const { t } = useTranslation(['live', 'editor'])
  const run = useEdit()
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { answer, error } = useShown(stop, name, edit, inViewport)
  const told = useDriverTold()
  const shown = useEffectText(stop, answer)
  const result = answer?.results[0]
  const isOffered = result?.done && (helps?.(answer!) ?? true)
  return (
    <div ref={ref}>
      <Remedy
        label={t(`remedy.${name}`)}
        {...(isOffered ? shown : { effect: whyNot(answer, error, t) })}
        told={isOffered ? told(result.route_id) : reasonFor(answer, error, t)}
        lines="own"
        isDisabled={!isOffered}
        act={() => run(did, (text) => makeEdit(text, edit))}
      />
    </div>
  )
}

function whyNot(answer: EditAnswer | undefined, error: unknown, t: TFunction): string {
  if (!answer) return t(error ? 'editor:effect_unknown' : 'editor:effect_coming')
  return t(answer.results[0]?.done ? 'live:remedy.no_gain' : 'live:remedy.not_possible')
}

/** The service's reason, if any. */
function reasonFor(answer: EditAnswer | undefined, error: unknown, t: TFunction): string {
  if (error) return failureText(error, t)
  const { done, message = '', message_id: code = '' } = answer?.results[0] ?? {}
  return done ? '' : getReason({ code, message }, t)
}

const FRESH_MS = 60_000

/** The effect of the edit, valid while plan and stop are unchanged. */
function useShown(stop: Stop, name: string, edit: OrderEdit, isWanted: boolean) {
  const revision = usePlanStore(({ editor }) => editor?.revision)
  const { data, error } = useQuery({
    queryKey: ['remedy', name, stop.id, stop.updated_at, revision],
    queryFn: ({ signal }) => edit(true, signal),
    enabled: isWanted,
    staleTime: FRESH_MS,
    retry: false,
  })
  return { answer: data, error }
}

/** When the stop would be served, what that breaks and costs, and by whom: `16:10 · makes 1 late · +7 min · +2 km · Van 2`. */
function useEffectText(stop: Stop, answer: EditAnswer | undefined): { effect: string; isBad: boolean } {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const { routes } = usePlanData()
  if (!answer) return { effect: '', isBad: false }
  const effect = computeEffect(answer)
  const planned = answer.effects.flatMap(({ stops }) => stops).find(({ stop_id }) => stop_id === stop.id)
  const seconds = planned?.planned_arrival_time
  const route = routes.find(({ id }) => id === answer.results[0]?.route_id)
  const parts = [
    seconds !== undefined && formats.timeOfDay(seconds),
    ...harmTexts(effect, t),
    ...priceTexts(effect, formats, t),
    route && route.id !== stop.route_id && routeName(route),
  ]
  return { effect: parts.filter(Boolean).join(' · '), isBad: effect.newlyLate + effect.newlyBroken > 0 }
}

/** The driver of a route that was sent sees its changes; undefined where nobody is told. */
export function useDriverTold(): (routeId: string | undefined) => string | undefined {
  const { t } = useTranslation('live')
  const { plan, routes } = usePlanData()
  const { data } = useDispatches(plan.id)
  return (routeId) => {
    const route = routes.find(({ id }) => id === routeId)
    return route && data?.has(route.id) ? t('tells_driver', { route: routeName(route) }) : undefined
  }
}
