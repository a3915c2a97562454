// People: who belongs to the organization, as what, in which projects; and who has been asked to join.

import { Badge, Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Invitation, User } from '@routewright/contract'
import { IconMailPlus, IconRobot } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, ColumnTable, inOneLine } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useSession } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { PersonForm } from './person-form.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

export default function PeopleSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const [added, setAdded] = useState<'person' | 'machine' | undefined>()
  const [edited, setEdited] = useState<User | undefined>()
  const query = useAnswer(['users'], operations.listUsers, { limit: 1_000 })
  return (
    <>
      <Section
        title={t('people.title')}
        text={t('people.text')}
        actions={
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRobot size={15} />}
              onClick={() => setAdded('machine')}
            >
              {t('people.add_machine')}
            </Button>
            <Button size="xs" leftSection={<IconMailPlus size={15} />} onClick={() => setAdded('person')}>
              {t('people.invite')}
            </Button>
          </Group>
        }
      >
        <Loaded query={query} rows={4}>
          {({ docs }) => <People people={docs} onEdit={setEdited} />}
        </Loaded>
      </Section>
      <Invitations />
      {added && <PersonForm person={undefined} isMachine={added === 'machine'} onClose={() => setAdded(undefined)} />}
      {edited && <PersonForm person={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function People({ people, onEdit }: { people: readonly User[]; onEdit(person: User): void }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const columns: Column<User>[] = [
    {
      key: 'name',
      title: t('people.name'),
      cell: (person) => <Name person={person} />,
    },
    {
      key: 'role',
      title: t('people.role'),
      cell: (person) => <Role person={person} />,
    },
    {
      key: 'seen',
      title: t('people.seen'),
      look: { ...inOneLine, c: 'dimmed' },
      cell: ({ last_seen_at, is_machine }) =>
        is_machine ? '–' : last_seen_at ? formats.relative(last_seen_at, Date.now()) : t('people.never'),
    },
    {
      key: 'change',
      said: t('change'),
      width: 90,
      cell: (person) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('people.change_of', { name: person.name || person.email })}
          onClick={() => onEdit(person)}
        >
          {t('change')}
        </Button>
      ),
    },
  ]
  return <ColumnTable box={classes.scroll} columns={columns} rows={people} />
}

function Role({ person: { role, active, has_second_factor } }: { person: User }) {
  const { t } = useTranslation('settings')
  return (
    <>
      {t(`role.${role}`)}{' '}
      {!active && (
        <Badge color="gray" variant="light">
          {t('people.inactive')}
        </Badge>
      )}
      {has_second_factor && (
        <Badge color="green" variant="light">
          {t('people.second_factor')}
        </Badge>
      )}
    </>
  )
}

function Name({ person: { id, name, email, active, is_machine } }: { person: User }) {
  const { t } = useTranslation('settings')
  const { user: self } = useSession()
  return (
    <>
      <Text fw={600} c={active ? undefined : 'dimmed'}>
        {name || email}
        {id === self.id && ` (${t('people.you')})`}
      </Text>
      <Text size="xs" c="dimmed">
        {is_machine ? t('people.machine') : email}
      </Text>
    </>
  )
}

function Invitations() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const queries = useQueryClient()
  const action = useAction()
  const { data } = useAnswer(['invitations'], operations.listInvitations, {})
  const waiting = (data ?? []).filter(({ state }) => state === 'open' || state === 'expired')
  const again = () => queries.invalidateQueries({ queryKey: ['invitations'] })
  if (waiting.length === 0) return null
  const resend = ({ id }: Invitation) =>
    action.run(() => call(operations.resendInvitation, { invitation_id: id }).then(again), t('people.resent'))
  const withdraw = ({ id }: Invitation) =>
    action.run(() => call(operations.withdrawInvitation, { invitation_id: id }).then(again), t('people.withdrawn'))
  const columns: Column<Invitation>[] = [
    { key: 'email', cell: ({ email }) => email },
    { key: 'role', cell: ({ role }) => t(`role.${role}`) },
    {
      key: 'state',
      cell: ({ state, expires_at }) => (
        <>
          <Badge color={state === 'open' ? 'blue' : 'gray'} variant="light">
            {t(`people.state.${state}`)}
          </Badge>{' '}
          <Text span size="xs" c="dimmed">
            {t('people.until', { date: formats.date(expires_at) })}
          </Text>
        </>
      ),
    },
    {
      key: 'actions',
      cell: (invitation) => (
        <Group gap={4} justify="flex-end">
          <Button size="compact-sm" variant="default" loading={action.isBusy} onClick={() => resend(invitation)}>
            {t('people.resend')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => withdraw(invitation)}>
            {t('people.withdraw')}
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <Section title={t('people.invitations')} failure={action.failure}>
      <ColumnTable columns={columns} rows={waiting} />
    </Section>
  )
}
