// The own account: name, language, password, and where one is signed in.
import { Badge, Button, Group, PasswordInput, Select, Table, TextInput } from '@mantine/core'
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
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const { user } = useSession()
  const queries = useQueryClient()
  const action = useAction()
  const [name, setName] = useState(user.name)
  const [language, setLanguage] = useState<Language>(user.language)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await call('PUT /app/v1/profile', { body: { name, language } })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }, t('records:saved'))
  }
  return (
    <form onSubmit={save}>
      <Section title={t('account.title')} text={user.email} failure={action.failure}>
        <div className={classes.grid}>
          <TextInput
            label={t('account.name')}
            required
            autoComplete="name"
            maxLength={500}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Select
            label={t('account.language')}
            allowDeselect={false}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
          />
        </div>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={action.isBusy} disabled={name.trim() === ''}>
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
