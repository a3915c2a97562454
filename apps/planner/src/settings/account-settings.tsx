// The own account: name, language, password, and where one is signed in.

import { Badge, Button, Group, PasswordInput } from '@mantine/core'
import type { AnswerOf } from '@routewright/client/exchange'
import * as operations from '@routewright/client/operations'
import type { User } from '@routewright/contract'
import { chooseWords, isLanguage } from '@routewright/ui/words'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { sessionQuery, useFormats, useSession } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { FactorSettings } from './factor-settings.tsx'
import { languageOptions } from './project-fields.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

export default function AccountSettings() {
  return (
    <>
      <Profile />
      <Password />
      <FactorSettings />
      <Sessions />
    </>
  )
}

const profileFields: Field[] = [
  {
    name: 'name',
    kind: 'text',
    word: 'account.name',
    isRequired: true,
    input: { autoComplete: 'name', maxLength: 500 },
  },
  { name: 'language', kind: 'pick', word: 'account.language', options: languageOptions },
]

function Profile() {
  const { t, i18n } = useTranslation('settings')
  const { user } = useSession()
  const queries = useQueryClient()
  const form = useRecordForm<User>({
    words: 'settings',
    fields: profileFields,
    stored: user,
    staysOpen: true,
    // Nobody else changes it: of two changes the service keeps the later.
    async update(body) {
      await call(operations.updateProfile, { body })
      if (isLanguage(body.language)) await chooseWords(i18n, body.language)
    },
    async read() {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return (await queries.fetchQuery(sessionQuery)).user
    },
  })
  return <SettingsForm title={t('account.title')} text={user.email} form={form} fields={profileFields} />
}

const minLength = 10

function Password() {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const { user } = useSession()
  const queries = useQueryClient()
  const action = useAction()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const isShort = next !== '' && next.length < minLength
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { current_password: current, password: next }
    if (await action.run(() => call(operations.changePassword, { body }), t('account.password_changed'))) {
      setCurrent('')
      setNext('')
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    }
  }
  return (
    <form onSubmit={save}>
      <Section title={t('account.password')} text={t('account.password_text')} failure={action.failure}>
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <div className={classes.grid}>
          <PasswordInput
            label={t('account.current')}
            autoComplete="current-password"
            value={current}
            onChange={({ currentTarget: { value } }) => setCurrent(value)}
          />
          <PasswordInput
            label={t('account.next')}
            autoComplete="new-password"
            value={next}
            error={isShort && t('account.too_short', { count: minLength })}
            onChange={({ currentTarget: { value } }) => setNext(value)}
          />
        </div>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={action.isBusy} disabled={current === '' || next.length < minLength}>
            {t('account.change')}
          </Button>
        </Group>
      </Section>
    </form>
  )
}

type Device = AnswerOf<typeof operations.listSessions>[number]

/** Every session may be ended but the one that this page has. */
function useDeviceColumns(onEnd: (sessionId: string) => void): Column<Device>[] {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return [
    {
      key: 'device',
      cell: ({ device, current }) => (
        <>
          {device}{' '}
          {current && (
            <Badge variant="light" size="sm">
              {t('sessions.this')}
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'seen',
      look: { c: 'dimmed' },
      cell: ({ last_seen_at }) => t('sessions.seen', { when: formats.relative(last_seen_at, Date.now()) }),
    },
    {
      key: 'end',
      look: { ta: 'right' },
      cell: ({ id, current }) =>
        !current && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onEnd(id)}>
            {t('sessions.end')}
          </Button>
        ),
    },
  ]
}

function Sessions() {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const query = useAnswer(['sessions'], operations.listSessions, {})
  const end = (ending: () => Promise<unknown>) =>
    action.run(async () => {
      await ending()
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    }, t('sessions.ended'))
  const columns = useDeviceColumns((session_id) => end(() => call(operations.endSession, { session_id })))
  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      failure={action.failure}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={(query.data?.length ?? 0) < 2}
          onClick={() => end(() => call(operations.endOtherSessions))}
        >
          {t('sessions.end_others')}
        </Button>
      }
    >
      <Loaded query={query} rows={2}>
        {(sessions) => <ColumnTable columns={columns} rows={sessions} />}
      </Loaded>
    </Section>
  )
}
