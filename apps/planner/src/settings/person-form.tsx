// The form of a person: an invitation, a program that is added, or a change of somebody who is there.

import { Modal, Select, Stack, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { MachineUserInput, Membership, User } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field, OwnInputProps } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import type { Fields } from '../forms/save-seen.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useProjects, useSession } from '../shell/session.ts'
import { languageOptions } from './project-fields.ts'
import { ResetFactors } from './reset-factors.tsx'

const roles = ['organization_administrator', 'organization_manager', 'organization_user'] as const
const projectRoles = ['project_manager', 'project_user', 'supervisor'] as const

interface PersonFormProps {
  /** Undefined for somebody new. */
  person: User | undefined
  /** Somebody new is a program. */
  isMachine?: boolean
  onClose(): void
}

export function PersonForm({ person, isMachine = person?.is_machine ?? false, onClose }: PersonFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const { user: self } = useSession()
  const fields = personFields(t, { person, isMachine, self }, useWrittenMemberships())
  const form = useRecordForm<User>({
    words: 'settings',
    fields,
    stored: person,
    fresh: { role: 'organization_user', language: self.language },
    onClose,
    ...usePersonCalls(person, isMachine),
  })
  const hint = (field: Field) => (field.name === 'role' ? t(`role_text.${form.values.role}`) : form.hint(field))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      title={person ? person.name || person.email : t(isMachine ? 'people.add_machine' : 'people.invite')}
    >
      <form id={form.id} onSubmit={form.onSubmit}>
        <Stack>
          {isMachine && <Text size="sm">{t('people.machine_text')}</Text>}
          <FieldGrid fields={fields} form={{ ...form, hint }} />
          {person?.has_second_factor && person.id !== self.id && <ResetFactors person={person} onDone={onClose} />}
          <FormFoot form={form} saveLabel={person ? undefined : t(isMachine ? 'people.machine_save' : 'people.send')} />
        </Stack>
      </form>
    </Modal>
  )
}

function personFields(
  t: TFunction,
  { person, isMachine, self }: { person: User | undefined; isMachine: boolean; self: User },
  writtenMemberships: (memberships: readonly Membership[]) => string,
): Field[] {
  const email: Field = {
    name: 'email',
    kind: 'text',
    word: 'people.email',
    isRequired: true,
    isWide: true,
    input: { type: 'email', 'data-autofocus': true },
  }
  const language: Field = { name: 'language', kind: 'pick', word: 'account.language', options: languageOptions }
  const active: Field = {
    name: 'active',
    kind: 'switch',
    word: 'people.active',
    hint: 'people.active_hint',
    isWide: true,
    isDisabled: () => person?.id === self.id,
  }
  return [
    ...(person || isMachine ? [] : [email]),
    { name: 'name', kind: 'text', word: 'people.name', isRequired: isMachine, isWide: isMachine },
    ...(isMachine ? [] : [language]),
    {
      name: 'role',
      kind: 'pick',
      word: 'people.role',
      isWide: true,
      options: roles.map((value) => ({ value, label: t(`role.${value}`) })),
    },
    {
      name: 'memberships',
      kind: 'own',
      word: 'people.part',
      Own: Memberships,
      shown: (stored) => stored ?? [],
      read: (memberships: Membership[]) => memberships.toSorted((a, b) => (a.project_id < b.project_id ? -1 : 1)),
      written: writtenMemberships,
      isLeftOut: ({ role }) => role !== 'organization_user',
    },
    ...(person ? [active] : []),
  ]
}

/** A name that is emptied stays as it was. */
function withoutEmptyName({ name, ...fields }: Fields): Fields {
  return name ? { ...fields, name } : fields
}

function usePersonCalls(person: User | undefined, isMachine: boolean) {
  const { t } = useTranslation(['settings', 'records'])
  const queries = useQueryClient()
  const path = { user_id: person?.id ?? '' }
  return {
    async create(fields: Fields) {
      if (isMachine) {
        const { name } = await call(operations.createMachineUser, { body: fields as MachineUserInput })
        noteSuccess(t('people.machine_made', { name }))
        await queries.invalidateQueries({ queryKey: ['users'] })
        return
      }
      const body = withoutEmptyName(fields) as Pick<User, 'email' | 'role' | 'language' | 'memberships'>
      await call(operations.createInvitation, { body })
      noteSuccess(t('people.invited', { email: body.email }))
      await queries.invalidateQueries({ queryKey: ['invitations'] })
    },
    async update(fields: Fields, { updated_at }: User) {
      const input = { ...path, body: withoutEmptyName(fields) }
      await call(operations.updateUser, input, { seenUpdatedAt: updated_at })
      noteSuccess(t('records:saved'))
      await queries.invalidateQueries({ queryKey: ['users'] })
    },
    read: () => call(operations.getUser, path),
  }
}

function useWrittenMemberships(): (memberships: readonly Membership[]) => string {
  const { t } = useTranslation('settings')
  const projects = useProjects()
  const writeLabel = (id: string) => projects.find((project) => project.id === id)?.label ?? id
  return (memberships) =>
    memberships.map(({ project_id, role }) => `${writeLabel(project_id)}: ${t(`project_role.${role}`)}`).join(', ')
}

/** Role of a person in each project. */
function Memberships({ value, onChange }: OwnInputProps<readonly Membership[]>) {
  const { t } = useTranslation('settings')
  const setPart = (project_id: string, role: Membership['role'] | null) => {
    const others = value.filter((membership) => membership.project_id !== project_id)
    onChange(role ? [...others, { project_id, role }] : others)
  }
  return (
    <Table verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('people.project')}</Table.Th>
          <Table.Th>{t('people.part')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {useProjects().map((project) => (
          <Table.Tr key={project.id}>
            <Table.Td>{project.label}</Table.Td>
            <Table.Td>
              <Select
                size="xs"
                aria-label={t('people.part_in', { name: project.label })}
                placeholder={t('people.no_part')}
                clearable
                data={projectRoles.map((role) => ({ value: role, label: t(`project_role.${role}`) }))}
                value={value.find((membership) => membership.project_id === project.id)?.role ?? null}
                onChange={(role) => setPart(project.id, role)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
