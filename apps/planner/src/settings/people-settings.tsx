// People: who belongs to the organization, as what, in which projects; and who has been asked to join.

import { Badge, Button, Group, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Invitation, User } from '@routewright/contract'
import { IconMailPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useSession } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import { PersonForm } from './person-form.tsx'
import { Section } from './section.tsx'
import { SettingsTable } from './settings-table.tsx'

export default function PeopleSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const [isInviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<User | undefined>()
  const query = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => call(operations.listUsers, { limit: 1_000 }, { signal }),
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
        <Loaded query={query} rows={4}>
          {({ docs }) => (
            <SettingsTable
              heads={[...['name', 'role', 'seen'].map((name) => t(`people.${name}`)), { said: t('change'), width: 90 }]}
            >
              {docs.map((person) => (
                <PersonRow key={person.id} person={person} onEdit={() => setEdited(person)} />
              ))}
            </SettingsTable>
          )}
        </Loaded>
      </Section>
      <Invitations />
      {isInviting && <PersonForm person={undefined} onClose={() => setInviting(false)} />}
      {edited && <PersonForm person={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function PersonRow({ person, onEdit }: { person: User; onEdit(): void }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { user: self } = useSession()
  const name = person.name || person.email
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600} c={person.active ? undefined : 'dimmed'}>
          {name}
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
        <Button size="compact-sm" variant="default" aria-label={t('people.change_of', { name })} onClick={onEdit}>
          {t('change')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

function Invitations() {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const action = useAction()
  const { data } = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => call(operations.listInvitations, {}, { signal }),
  })
  const waiting = (data ?? []).filter(({ state }) => state === 'open' || state === 'expired')
  const again = () => queries.invalidateQueries({ queryKey: ['invitations'] })
  if (waiting.length === 0) return null
  const resend = ({ id }: Invitation) =>
    action.run(() => call(operations.resendInvitation, { invitation_id: id }).then(again), t('people.resent'))
  const withdraw = ({ id }: Invitation) =>
    action.run(() => call(operations.withdrawInvitation, { invitation_id: id }).then(again), t('people.withdrawn'))
  return (
    <Section title={t('people.invitations')} failure={action.failure}>
      <Table verticalSpacing={8}>
        <Table.Tbody>
          {waiting.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={action.isBusy}
              onResend={() => resend(invitation)}
              onWithdraw={() => withdraw(invitation)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  isBusy: boolean
  onResend(): void
  onWithdraw(): void
}

function InvitationRow({ invitation, isBusy, onResend, onWithdraw }: InvitationRowProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return (
    <Table.Tr>
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
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={onResend}>
            {t('people.resend')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={onWithdraw}>
            {t('people.withdraw')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
