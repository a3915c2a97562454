// People: who belongs to the organization, as what, in which projects; and who has been asked to join.
import { Alert, Badge, Button, Group, Modal, Select, Stack, Switch, Table, Text, TextInput } from '@mantine/core'
import type { Invitation, Membership, User } from '@routewright/contract'
import { languageNames, languages } from '@routewright/ui/words'
import { IconMailPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { useFormats, useProjects, useSession } from '../shell/session.ts'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useAction } from './use-action.ts'
import { useSeenForm, writtenSetting } from './use-seen-form.tsx'

const roles = ['organization_administrator', 'organization_manager', 'organization_user'] as const
const projectRoles = ['project_manager', 'project_user', 'supervisor'] as const

export default function PeopleSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const [isInviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<User | undefined>()
  const formats = useFormats()
  const { user: self } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => call('GET /app/v1/users', { limit: 1_000 }, { signal }),
  })
  return (
    <>
      <Section
        title={t('people.title')}
        text={t('people.text')}
        actions={
          <Button size="xs" leftSection={<IconMailPlus size={15} />} onClick={() => setInviting(true)}>
            {t('people.invite')}
          </Button>
        }
      >
        {error ? (
          <LoadFailure error={error} retry={() => void refetch()} />
        ) : !data ? (
          <RowSkeletons count={4} />
        ) : (
          <div className={classes.scroll}>
            <Table verticalSpacing={8}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('people.name')}</Table.Th>
                  <Table.Th>{t('people.role')}</Table.Th>
                  <Table.Th>{t('people.seen')}</Table.Th>
                  <Table.Th w={90} aria-label={t('change')} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.docs.map((person) => (
                  <Table.Tr key={person.id}>
                    <Table.Td>
                      <Text fw={600} c={person.active ? undefined : 'dimmed'}>
                        {person.name || person.email}
                        {person.id === self.id && ` (${t('people.you')})`}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {person.email}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      {t(`role.${person.role}`)}{' '}
                      {!person.active && (
                        <Badge color="gray" variant="light">
                          {t('people.inactive')}
                        </Badge>
                      )}
                    </Table.Td>
                    <Table.Td c="dimmed">
                      {person.last_seen_at ? formats.relative(person.last_seen_at, Date.now()) : t('people.never')}
                    </Table.Td>
                    <Table.Td>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t('people.change_of', { name: person.name || person.email })}
                        onClick={() => setEdited(person)}
                      >
                        {t('change')}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Section>
      <Invitations />
      {isInviting && <PersonForm person={undefined} onClose={() => setInviting(false)} />}
      {edited && <PersonForm person={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function Invitations() {
  const { t } = useTranslation(['settings', 'shell'])
  const formats = useFormats()
  const queries = useQueryClient()
  const action = useAction()
  const { data } = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => call('GET /app/v1/invitations', {}, { signal }),
  })
  const waiting = (data ?? []).filter(({ state }) => state === 'open' || state === 'expired')
  const again = () => queries.invalidateQueries({ queryKey: ['invitations'] })
  if (waiting.length === 0) return null
  const resend = ({ id }: Invitation) =>
    action.run(
      () => call('POST /app/v1/invitation/{invitation_id}/resend', { invitation_id: id }).then(again),
      t('people.resent'),
    )
  const withdraw = ({ id }: Invitation) =>
    action.run(
      () => call('DELETE /app/v1/invitation/{invitation_id}', { invitation_id: id }).then(again),
      t('people.withdrawn'),
    )
  return (
    <Section title={t('people.invitations')} failure={action.failure}>
      <Table verticalSpacing={8}>
        <Table.Tbody>
          {waiting.map((invitation) => (
            <Table.Tr key={invitation.id}>
              <Table.Td>{invitation.email}</Table.Td>
              <Table.Td>{t(`role.${invitation.role}`)}</Table.Td>
              <Table.Td>
                <Badge color={invitation.state === 'open' ? 'blue' : 'gray'} variant="light">
                  {t(`people.state.${invitation.state}`)}
                </Badge>{' '}
                <Text span size="xs" c="dimmed">
                  {t('people.until', { date: formats.date(invitation.expires_at) })}
                </Text>
              </Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={action.isBusy}
                    onClick={() => resend(invitation)}
                  >
                    {t('people.resend')}
                  </Button>
                  <Button size="compact-sm" variant="subtle" color="red" onClick={() => withdraw(invitation)}>
                    {t('people.withdraw')}
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

type PersonRecord = Pick<User, 'id' | 'email' | 'name' | 'role' | 'language' | 'active' | 'memberships' | 'updated_at'>

/** Where the labels of the fields are among the words. */
const personWords: Record<string, string> = { language: 'account.language', memberships: 'people.part' }

const newPerson = { id: '', email: '', name: '', role: 'organization_user', active: true, updated_at: '' } as const

/** An invitation, or a change of somebody who is there. */
function PersonForm({ person, onClose }: { person: User | undefined; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const queries = useQueryClient()
  const projects = useProjects()
  const { user: self } = useSession()
  const again = () => queries.invalidateQueries({ queryKey: ['users'] })
  const { form, change, action, save, notice, errorOf } = useSeenForm<PersonRecord, PersonRecord>({
    stored: person ?? { ...newPerson, language: self.language, memberships: [] },
    formOf: (stored) => ({ ...stored, name: stored.name ?? '' }),
    fieldsOf: ({ name, role, language, active, memberships }) => ({
      ...{ name, role, language, active },
      memberships: memberships.toSorted((a, b) => (a.project_id < b.project_id ? -1 : 1)),
    }),
    send: async ({ name, ...fields }, { updated_at }) => {
      const body = { ...fields, ...(typeof name === 'string' && name.trim() && { name: name.trim() }) }
      await call('PUT /app/v1/user/{user_id}', { user_id: person!.id, body }, { seenUpdatedAt: updated_at })
      await again()
    },
    read: () => call('GET /app/v1/user/{user_id}', { user_id: person!.id }),
    labelOf: (name) => t(personWords[name] ?? `people.${name}`),
    written: (value, name) => writtenOf(value, name),
  })
  const writtenOf = (value: unknown, name: string) => {
    if (name === 'role') return t(`role.${value}`)
    if (name === 'language') return languageNames[value as User['language']]
    if (name !== 'memberships') return writtenSetting(value)
    const labelOf = (id: string) => projects.find((project) => project.id === id)?.label ?? id
    return (value as Membership[])
      .map(({ project_id, role }) => `${labelOf(project_id)}: ${t(`project_role.${role}`)}`)
      .join(', ')
  }
  const setPart = (project_id: string, role: string | null) => {
    const others = form.memberships.filter((one) => one.project_id !== project_id)
    change({ memberships: role ? [...others, { project_id, role: role as Membership['role'] }] : others })
  }
  const invite = async () => {
    const { email, name = '', role, language, memberships } = form
    const named = name.trim() ? { name: name.trim() } : {}
    const body = { role, language, memberships, ...named, email: email.trim() }
    return action.run(
      async () => {
        await call('POST /app/v1/invitation', { body })
        await queries.invalidateQueries({ queryKey: ['invitations'] })
      },
      t('people.invited', { email }),
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await (person ? save() : invite())) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      title={person ? person.name || person.email : t('people.invite')}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          {!person && (
            <TextInput
              type="email"
              label={t('people.email')}
              data-autofocus
              required
              autoComplete="off"
              value={form.email}
              error={errorOf('email')}
              onChange={({ currentTarget: { value } }) => change({ email: value })}
            />
          )}
          <div className={classes.grid}>
            <TextInput
              label={t('people.name')}
              autoComplete="off"
              value={form.name}
              onChange={({ currentTarget: { value } }) => change({ name: value })}
            />
            <Select
              label={t('account.language')}
              allowDeselect={false}
              data={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={form.language}
              onChange={(value) => change({ language: value as User['language'] })}
            />
          </div>
          <Select
            label={t('people.role')}
            description={t(`role_text.${form.role}`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            value={form.role}
            error={errorOf('role')}
            onChange={(value) => change({ role: value as User['role'] })}
          />
          {form.role === 'organization_user' && (
            <Table verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('people.project')}</Table.Th>
                  <Table.Th>{t('people.part')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {projects.map((project) => (
                  <Table.Tr key={project.id}>
                    <Table.Td>{project.label}</Table.Td>
                    <Table.Td>
                      <Select
                        size="xs"
                        aria-label={t('people.part_in', { name: project.label })}
                        placeholder={t('people.no_part')}
                        clearable
                        data={projectRoles.map((value) => ({ value, label: t(`project_role.${value}`) }))}
                        value={form.memberships.find((one) => one.project_id === project.id)?.role ?? null}
                        onChange={(value) => setPart(project.id, value)}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          {person && (
            <Switch
              label={t('people.active')}
              description={t('people.active_hint')}
              checked={form.active}
              disabled={person.id === self.id}
              onChange={(event) => change({ active: event.currentTarget.checked })}
            />
          )}
          {notice}
          {action.failure && (
            <Alert color="red" role="alert">
              {action.failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('shell:cancel')}
            </Button>
            <Button type="submit" loading={action.isBusy}>
              {t(person ? 'shell:save' : 'people.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
