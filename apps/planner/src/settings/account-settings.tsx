// The own account: name, language, password, and where one is signed in.
import { Badge, Button, Group, PasswordInput, Select, Table, TextInput } from '@mantine/core'
import type { User } from '@routewright/contract'
import { type Language, languageNames, languages } from '@routewright/ui/words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { sessionQuery, useFormats, useSession } from '../shell/session.ts'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useAction } from './use-action.ts'
import { useSeenForm } from './use-seen-form.tsx'

export default function AccountSettings() {
  return (
    <>
      <Profile />
      <Password />
      <Sessions />
    </>
  )
}

function Profile() {
  const { t } = useTranslation(['settings', 'shell'])
  const { user } = useSession()
  const queries = useQueryClient()
  // Here the service keeps the later of two changes; what was not touched is not sent.
  const { form, change, action, save } = useSeenForm({
    stored: user,
    formOf: ({ name, language }) => ({ name, language }),
    send: (fields) => call('PUT /app/v1/profile', { body: fields as Partial<Pick<User, 'name' | 'language'>> }),
    read: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return (await queries.fetchQuery(sessionQuery)).user
    },
    labelOf: (field) => t(`account.${field}`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit}>
      <Section title={t('account.title')} text={user.email} failure={action.failure}>
        <div className={classes.grid}>
          <TextInput
            label={t('account.name')}
            required
            autoComplete="name"
            maxLength={500}
            value={form.name}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          <Select
            label={t('account.language')}
            allowDeselect={false}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            value={form.language}
            onChange={(value) => change({ language: value as Language })}
          />
        </div>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={action.isBusy} disabled={form.name.trim() === ''}>
            {t('shell:save')}
          </Button>
        </Group>
      </Section>
    </form>
  )
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
    if (await action.run(() => call('PUT /app/v1/profile/password', { body }), t('account.password_changed'))) {
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

function Sessions() {
  const { t } = useTranslation(['settings', 'shell'])
  const formats = useFormats()
  const queries = useQueryClient()
  const action = useAction()
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call('GET /app/v1/sessions', {}, { signal }),
  })
  const again = () => queries.invalidateQueries({ queryKey: ['sessions'] })
  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      failure={action.failure}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={(data?.length ?? 0) < 2}
          onClick={() => action.run(() => call('DELETE /app/v1/sessions').then(again), t('sessions.ended'))}
        >
          {t('sessions.end_others')}
        </Button>
      }
    >
      {error ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <RowSkeletons count={2} />
      ) : (
        <Table verticalSpacing={8}>
          <Table.Tbody>
            {data.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  {one.device}{' '}
                  {one.current && (
                    <Badge variant="light" size="sm">
                      {t('sessions.this')}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td c="dimmed">
                  {t('sessions.seen', { when: formats.relative(one.last_seen_at, Date.now()) })}
                </Table.Td>
                <Table.Td ta="right">
                  {!one.current && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      onClick={() =>
                        action.run(
                          () => call('DELETE /app/v1/sessions/{session_id}', { session_id: one.id }).then(again),
                          t('sessions.ended'),
                        )
                      }
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
