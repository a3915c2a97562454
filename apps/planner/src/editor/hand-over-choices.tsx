// Handing the stops of a route to others: where goods that are aboard change vehicles, who takes over, and what may be broken.
import { Anchor, Chip, Group, Input, Radio, Select, Stack, Switch, Text } from '@mantine/core'
import type { MeetingPlace, BareRoute as Route } from '@routewright/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { AskedEdit } from '../plan/asked-edit.ts'
import { useContact } from '../plan/driver-days.ts'
import { reassigning } from '../plan/order-edits.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'

const meetingPlaces = ['vehicle', 'depot'] as const satisfies readonly MeetingPlace[]

/** The chosen edit, and the choices. */
export function useHandOver({ route }: { route: Route }): { asked: AskedEdit; choices: ReactNode } {
  const { t } = useTranslation('editor')
  const [at, setAt] = useState<MeetingPlace>('vehicle')
  const [takerId, setTakerId] = useState<string | null>(null)
  const [isBreaking, setBreaking] = useState(false)
  const name = routeName(route)
  const [label, giver_label] = [t('hand_over.pickup', { route: name }), t('hand_over.visit')]
  const edit = useMemo(
    () =>
      reassigning(route.id, {
        hand_over: { at, label, giver_label },
        allow_broken_rules: isBreaking,
        ...(takerId !== null && { route_ids: [takerId] }),
      }),
    [route.id, at, label, giver_label, isBreaking, takerId],
  )
  const choices = (
    <Stack gap="sm">
      {route.status === 'in_transit' && (
        <>
          <AskDriver route={route} />
          <Radio.Group label={t('hand_over.where')} value={at} onChange={(value) => setAt(value as MeetingPlace)}>
            <Stack gap={6} mt={6}>
              {meetingPlaces.map((place) => (
                <Radio key={place} value={place} label={t(`hand_over.${place}`)} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
      <TakerChoice without={route.id} takerId={takerId} onChoose={setTakerId} />
      <Switch
        label={t('hand_over.broken_too')}
        checked={isBreaking}
        onChange={({ currentTarget: { checked } }) => setBreaking(checked)}
      />
    </Stack>
  )
  const named = { route: name }
  return { asked: { title: t('will.reassigned', named), label: t('did.reassigned', named), edit }, choices }
}

/** A silent van may be well: nobody but its driver knows. */
function AskDriver({ route }: { route: Route }) {
  const { phone, email } = useContact(route)
  const contact = phone ?? email
  if (!contact) return null
  return (
    <Text size="sm">
      <Trans
        ns="editor"
        i18nKey="hand_over.ask_driver"
        values={{ contact }}
        components={{ a: <Anchor href={phone ? `tel:${phone}` : `mailto:${email}`} inherit underline="always" /> }}
      />
    </Text>
  )
}

interface TakerChoiceProps {
  without: string
  takerId: string | null
  onChoose(routeId: string | null): void
}

/** Number of choices in sight, where one click chooses. */
const mostInSight = 12

function TakerChoice({ without, takerId, onChoose }: TakerChoiceProps) {
  const { t } = useTranslation('editor')
  const { routes } = usePlanData()
  const offered = routes.filter(({ id, status, is_locked }) => id !== without && status !== 'finished' && !is_locked)
  const data = offered.map((route) => ({ value: route.id, label: routeName(route) }))
  if (data.length > mostInSight) {
    return (
      <Select
        label={t('hand_over.who')}
        placeholder={t('hand_over.anyone')}
        clearable
        searchable
        data={data}
        value={takerId}
        onChange={onChoose}
      />
    )
  }
  return (
    <Chip.Group value={takerId ?? ''} onChange={(value) => onChoose(String(value) || null)}>
      <Input.Wrapper label={t('hand_over.who')} labelElement="div">
        <Group gap={6} mt={4} role="radiogroup" aria-label={t('hand_over.who')}>
          {[{ value: '', label: t('hand_over.anyone') }, ...data].map(({ value, label }) => (
            <Chip key={value} value={value} size="xs" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Input.Wrapper>
    </Chip.Group>
  )
}
