// The window in which an API key is made and shown, this once.

import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { useSession } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { ShownOnce } from './shown-once.tsx'

/** The moment at which a day begins here, 2026-01-31 as 2026-01-30T23:00:00.000Z in Madrid. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

/** The day here on which a moment is. */
export function getDay(moment: string): string {
  const date = new Date(moment)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

export function NewKey({ onClose, onMade }: { onClose(): void; onMade(): Promise<unknown> }) {
  const { t } = useTranslation('settings')
  const [secret, setSecret] = useState('')
  return (
    <Modal opened onClose={onClose} title={t('keys.new')} closeOnClickOutside={false} closeOnEscape={secret === ''}>
      {secret === '' ? (
        <NewKeyForm
          onMade={async (key) => {
            setSecret(key)
            await onMade()
          }}
        />
      ) : (
        <ShownOnce text={t('keys.once')} value={secret} onClose={onClose} />
      )}
    </Modal>
  )
}

function NewKeyForm({ onMade }: { onMade(key: string): Promise<void> }) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const { user } = useSession()
  const [label, setLabel] = useState('')
  const [who, setWho] = useState(user.id)
  const [end, setEnd] = useState('')
  const create = (event: FormEvent) => {
    event.preventDefault()
    const body = { label, user_id: who, inactive_from: end ? startOfDay(end) : null }
    void action.run(async () => onMade((await call(operations.createApiKey, { body })).key))
  }
  return (
    <form onSubmit={create}>
      <Stack>
        <TextInput
          label={t('keys.label')}
          description={t('keys.label_hint')}
          data-autofocus
          maxLength={500}
          value={label}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
        />
        <ActsAs value={who} onChange={setWho} />
        <TextInput
          type="date"
          label={t('keys.inactive_from')}
          description={t('keys.inactive_from_hint')}
          value={end}
          error={action.failure}
          onChange={({ currentTarget: { value } }) => setEnd(value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={action.isBusy}>
            {t('keys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Oneself or a program; nothing where there are no programs. */
function ActsAs({ value, onChange }: { value: string; onChange(userId: string): void }) {
  const { t } = useTranslation('settings')
  const { user } = useSession()
  const { data } = useAnswer(['users'], operations.listUsers, { limit: 1_000 })
  const machines = (data?.docs ?? []).filter(({ is_machine, active }) => is_machine && active)
  if (machines.length === 0) return null
  return (
    <Select
      label={t('keys.who')}
      allowDeselect={false}
      data={[{ value: user.id, label: t('keys.me') }, ...machines.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? user.id)}
    />
  )
}
