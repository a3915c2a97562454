// Takes the demo away and begins with an organization of one's own, after saying what goes, what stays and what may come along.
import { Button, List, Modal, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { IconBuildingPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { call } from '../shell/service.ts'
import { useSession } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useLanguageChoice } from '../shell/use-language-choice.ts'

const SHORTEST_PASSWORD = 10

/** Only for who administers the demo. */
export function OwnOrganization() {
  const { t } = useTranslation('today')
  const { is_demo, user } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!is_demo || user.role !== 'organization_administrator') return null
  return (
    <>
      <Button variant="default" leftSection={<IconBuildingPlus size={17} />} onClick={() => setOpen(true)}>
        {t('own.open')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('own.title')} size="lg">
        <OwnForm onCancel={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function OwnForm({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation(['today', 'shell'])
  const { fields, text, submit, action, entered, isKept, setKept } = useOwnForm()
  return (
    <form onSubmit={submit}>
      <Stack>
        <WhatGoes isEnteredToo={entered !== undefined && !isKept} />
        <TextInput label={t('shell:setup.organization')} data-autofocus {...text('organization')} />
        <TextInput label={t('shell:your_name')} autoComplete="name" {...text('name')} />
        <TextInput label={t('shell:email')} type="email" autoComplete="username" {...text('email')} />
        <PasswordInput
          label={t('shell:new_password')}
          description={t('shell:password_hint', { count: SHORTEST_PASSWORD })}
          autoComplete="new-password"
          minLength={SHORTEST_PASSWORD}
          maxLength={200}
          {...text('password')}
        />
        {entered && (
          <Switch
            label={t('own.keep')}
            description={t('own.keep_what', { what: entered })}
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
          />
        )}
        <Refusal text={action.failure} />
        <DialogButtons
          label={t('own.do')}
          color="red"
          loading={action.isBusy}
          disabled={Object.values(fields).some((value) => value.trim() === '')}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}

function WhatGoes({ isEnteredToo }: { isEnteredToo: boolean }) {
  const { t } = useTranslation('today')
  const { user, organization } = useSession()
  return (
    <Text component="div" size="sm">
      <Text size="sm" fw={600}>
        {t('own.goes')}
      </Text>
      <List size="sm" mb="sm">
        <List.Item>{t('own.goes_records', { name: organization.name })}</List.Item>
        {isEnteredToo && <List.Item>{t('own.goes_entered')}</List.Item>}
        <List.Item>{t('own.goes_access', { email: user.email })}</List.Item>
        <List.Item>{t('own.goes_messages')}</List.Item>
      </List>
      <Text size="sm" fw={600}>
        {t('own.stays')}
      </Text>
      <List size="sm">
        <List.Item>{t('own.stays_maps')}</List.Item>
      </List>
    </Text>
  )
}

function useOwnForm() {
  const { language } = useLanguageChoice()
  const action = useAction()
  const [fields, setFields] = useState({ organization: '', name: '', email: '', password: '' })
  const [isKept, setKept] = useState(true)
  const entered = useEntered()
  const text = (key: keyof typeof fields) => ({
    required: true,
    value: fields[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((old) => ({ ...old, [key]: value })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await call(
        operations.replaceDemo,
        { body: { ...fields, language, timezone, keep_entered: isKept } },
        { once: true },
      )
      // Anew, because nothing that this page holds is true any more, the demo's clock neither.
      window.location.assign('/planner/')
    })
  }
  return { fields, text, submit, action, entered, isKept, setKept }
}

const KINDS = ['plans', 'stops', 'vehicles', 'clients', 'others'] as const

/** Returns in words how much people entered in the demo; undefined for nothing, and until it is counted. */
function useEntered(): string | undefined {
  const { t } = useTranslation('today')
  const { data } = useQuery({ queryKey: ['demo-entered'], queryFn: () => call(operations.countEntered), staleTime: 0 })
  const kinds = KINDS.filter((kind) => data && data[kind] > 0)
  return kinds.map((kind) => t(`own.kept.${kind}`, { number: data?.[kind] })).join(' · ') || undefined
}
