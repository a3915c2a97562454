// Copies of the plan compared with it, in money, kilometres, hours, late and unassigned stops.

import { Alert, Anchor, Button, Checkbox, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { parseWindows } from '@routewright/reading/windows'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { Distance } from '../shell/distance.tsx'
import { failureText } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import compared from './compare-panel.module.css'

export function ComparePanel() {
  const { t } = useTranslation('optimize')
  useLoadedSections(['compare.plan', 'compare.end'])
  const mayPlan = useMayPlan()
  const { data, error } = useComparedPlans()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{t('what_if')}</h2>
        <div className={classes.dim}>{t('what_if_text')}</div>
      </header>
      <section className={classes.part}>
        {error && <Alert color="red">{failureText(error, t)}</Alert>}
        {!data && !error && <Skeleton height={120} />}
        {data && <ComparedPlans plans={data} />}
        <Button mt="md" leftSection={<IconPlus size={16} />} disabled={!mayPlan} onClick={() => setOpen(true)}>
          {t('new_copy')}
        </Button>
      </section>
      <Sections at="compare.end" />
      {isOpen && <CopyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The service compares no more at once. */
const MOST_PLANS = 10

/** The plan that this one was copied from, this one, and its copies. */
function useComparedPlans() {
  const { plan } = usePlanData()
  const editor = usePlanStore((state) => state.editor)
  const related = [editor?.origin?.plan_id, plan.id, ...(editor?.copies ?? []).map(({ plan_id }) => plan_id)]
  const ids = [...new Set(related.filter((id) => id !== undefined))].slice(0, MOST_PLANS)
  return useQuery({
    queryKey: ['compare', ids, editor?.revision],
    queryFn: ({ signal }) => call(operations.comparePlans, { body: { plan_ids: ids } }, { signal, repeatable: true }),
  })
}

function ComparedPlans({ plans }: { plans: NonNullable<ReturnType<typeof useComparedPlans>['data']> }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { plan } = usePlanData()
  return (
    <table className={`${classes.numbers} ${compared.fleets}`}>
      <thead>
        <tr>
          <th>{t('figure.cost')}</th>
          <th>{t('figure.distance')}</th>
          <th>{t('figure.duration')}</th>
          <th>{t('figure.late_stops')}</th>
          <th>{t('figure.unassigned')}</th>
        </tr>
      </thead>
      {plans.map(({ plan: other, figures }) => (
        <tbody key={other.id}>
          <tr className={compared.figures}>
            <th scope="rowgroup" colSpan={5}>
              {other.id === plan.id ? (
                <strong>{other.label || t('this_plan')}</strong>
              ) : (
                <Anchor
                  inherit
                  underline="always"
                  renderRoot={(props) => <Link {...props} to="/plan/$planId" params={{ planId: other.id }} />}
                >
                  {other.label || other.id}
                </Anchor>
              )}
              <span className={classes.dim}> · {t('routes_count', { count: figures.routes })}</span>
            </th>
          </tr>
          <tr className={figures.routes > 0 ? compared.figures : undefined}>
            <td>{formats.money(figures.cost)}</td>
            <td>
              <Distance of={figures} />
            </td>
            <td>{formats.duration(figures.duration)}</td>
            <td>{formats.number(figures.late_stops)}</td>
            <td>{formats.number(figures.unassigned)}</td>
          </tr>
          {figures.routes > 0 && <Sections at="compare.plan" planId={other.id} />}
        </tbody>
      ))}
    </table>
  )
}

function CopyDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('optimize')
  const { plan, routes } = usePlanData()
  const [label, setLabel] = useState(t('copy_label', { name: plan.label ?? '' }))
  const [left, setLeft] = useState<string[]>([])
  const [window, setWindow] = useState('')
  const { copy, isSending, failure } = useCopy(onClose)
  const windows = parseWindows(window)
  const submit = () =>
    windows && copy({ label, leave_out_routes: left, ...(windows[0] && { time_window: windows[0] }) })
  return (
    <Modal opened onClose={onClose} title={t('new_copy')}>
      <Stack>
        <TextInput
          label={t('name')}
          data-autofocus
          value={label}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
        />
        <TextInput
          label={t('other_hours')}
          placeholder="8:00-17:00"
          error={windows && windows.length <= 1 ? undefined : t('editor:windows_wrong')}
          value={window}
          onChange={({ currentTarget: { value } }) => setWindow(value)}
        />
        <Checkbox.Group label={t('leave_out')} value={left} onChange={setLeft}>
          <Stack gap={8} mt={8} mah={240} style={{ overflowY: 'auto' }}>
            {routes.map((route) => (
              <Checkbox key={route.id} value={route.id} label={routeName(route)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="xs" c="dimmed">
          {t('copy_text')}
        </Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <DialogButtons
          label={t('make_copy')}
          loading={isSending}
          disabled={!windows}
          onCancel={onClose}
          onClick={() => void submit()}
        />
      </Stack>
    </Modal>
  )
}

interface Copy {
  label: string
  leave_out_routes: string[]
  time_window?: [number, number]
}

/** Makes a copy of the plan on screen; `onDone` once it is among its copies. */
function useCopy(onDone: () => void) {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const copy = async (body: Copy) => {
    setSending(true)
    try {
      await call(operations.duplicatePlan, { plan_id: plan.id, body })
      await usePlanStore.getState().refreshEditor()
      onDone()
    } catch (error) {
      setFailure(failureText(error, t))
      setSending(false)
    }
  }
  return { copy, isSending, failure }
}
