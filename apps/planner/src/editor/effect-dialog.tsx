// The effect of an edit, before it is made: each route's time and way, which stops go where, what becomes late, what stays.
import { Alert, Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import type { EditAnswer } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AskedEdit, forgetAsked, useAsked } from '../plan/asked-edit.ts'
import { makeEdit } from '../plan/order-edits.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useEdit } from '../plan/use-edit.ts'
import { failureText } from '../shell/failure.ts'
import { EffectDetails } from './effect-details.tsx'
import { useHandOver } from './hand-over-choices.tsx'

export function EffectDialog() {
  const asked = useAsked((state) => state.asked)
  const { routes } = usePlanData()
  if (!asked) return null
  if (asked.kind === 'edit') return <EffectModal asked={asked} />
  const route = routes.find(({ id }) => id === asked.routeId)
  return route ? <HandOverModal key={route.id} route={route} /> : null
}

function HandOverModal({ route }: Parameters<typeof useHandOver>[0]) {
  const { asked, choices } = useHandOver({ route })
  return <EffectModal asked={asked}>{choices}</EffectModal>
}

/** `children` are what can be chosen before it is made. */
function EffectModal({ asked, children }: { asked: AskedEdit; children?: ReactNode }) {
  const { t } = useTranslation('editor')
  const run = useEdit()
  const [isMaking, setMaking] = useState(false)
  const { answer, error, isLooking } = useLook(asked, isMaking)
  const apply = async () => {
    setMaking(true)
    await run(asked.label, (label) => makeEdit(label, asked.edit))
    forgetAsked()
  }
  const isEmpty = answer !== undefined && answer.effects.length === 0
  const canApply = answer !== undefined && !isEmpty
  const button = useRef<HTMLButtonElement>(null)
  const hasChoices = children !== undefined
  // Enter applies the effect, once it is shown; a reader who still has to choose stays there.
  useEffect(() => {
    if (canApply && !hasChoices) button.current?.focus()
  }, [canApply, hasChoices])
  return (
    <Modal
      opened
      size="lg"
      onClose={forgetAsked}
      title={asked.title}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      <Stack>
        {children}
        {isLooking && <Skeleton height={120} aria-label={t('effect.looking')} role="status" />}
        {error !== null && (
          <Alert color="red" role="alert">
            {failureText(error, t)}
          </Alert>
        )}
        {answer && <EffectDetails answer={answer} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={forgetAsked}>
            {t('shell:cancel')}
          </Button>
          <Button ref={button} loading={isMaking} disabled={!canApply} onClick={() => void apply()}>
            {t('effect.apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface Look {
  answer: EditAnswer | undefined
  error: unknown
  isLooking: boolean
}

/** The effect of the edit on the plan as it is now; asked again whenever somebody changes its orders, but not by making it. */
function useLook({ edit }: AskedEdit, isMaking: boolean): Look {
  const { orders } = usePlanData()
  const [keys] = useState(() => new WeakMap<object, number>())
  const getKey = (part: object) => {
    const key = keys.get(part) ?? Math.random()
    keys.set(part, key)
    return key
  }
  const { data, error, isFetching } = useQuery({
    queryKey: ['effect', getKey(edit), getKey(orders)],
    queryFn: ({ signal }) => edit(true, signal),
    enabled: !isMaking,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { answer: isFetching ? undefined : data, error, isLooking: isFetching }
}
