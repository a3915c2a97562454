// Rights of a provider's groups: a row each, with its role and its parts in projects.
import { ActionIcon, Button, Group, Input, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import type { GroupRole, Membership } from '@routewright/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'
import { useProjects } from '../shell/session.ts'

export const roles = ['organization_administrator', 'organization_manager', 'organization_user'] as const
const parts = ['project_manager', 'project_user', 'supervisor'] as const

/** Returns the rules in the service's form: rows without a group are left out, and roles for everything have no parts. */
export function wholeRules(rules: readonly GroupRole[]): GroupRole[] {
  return rules
    .map(({ group, ...rule }) => ({ group: group.trim(), ...rule }))
    .filter(({ group }) => group !== '')
    .map(({ memberships, ...rule }) => ({
      ...rule,
      ...(memberships?.length && rule.role === 'organization_user' ? { memberships } : {}),
    }))
}

export function writtenRules(t: TFunction, rules: readonly GroupRole[]): string {
  return rules.map(({ group, role }) => `${group}: ${t(`settings:role.${role}`)}`).join(', ')
}

export function GroupRoles({ label, hint, value, onChange }: OwnInputProps<readonly GroupRole[]>) {
  const { t } = useTranslation('settings')
  const set = (at: number, changes: Partial<GroupRole>) =>
    onChange(value.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)))
  return (
    <Input.Wrapper label={label} description={hint} inputWrapperOrder={['label', 'description', 'input']}>
      <Stack gap="xs" mt="xs">
        {value.map((rule, at) => (
          <GroupRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing of their own but their place
            key={at}
            rule={rule}
            onChange={(changes) => set(at, changes)}
            onRemove={() => onChange(value.filter((_, index) => index !== at))}
          />
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...value, { group: '', role: 'organization_user' }])}
          >
            {t('providers.add_group')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

interface GroupRowProps {
  rule: GroupRole
  onChange(changes: Partial<GroupRole>): void
  onRemove(): void
}

function GroupRow({ rule: { group, role, memberships = [] }, onChange, onRemove }: GroupRowProps) {
  const { t } = useTranslation('settings')
  const choices = useProjects().flatMap(({ id, label }) =>
    parts.map((part) => ({ value: `${id} ${part}`, label: `${label}: ${t(`project_role.${part}`)}` })),
  )
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        size="xs"
        flex="1 1 140px"
        aria-label={t('providers.group')}
        placeholder={t('providers.group')}
        maxLength={200}
        value={group}
        onChange={({ currentTarget }) => onChange({ group: currentTarget.value })}
      />
      <Select
        size="xs"
        flex="1 1 140px"
        aria-label={t('people.role')}
        allowDeselect={false}
        data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={role}
        onChange={(chosen) => chosen && onChange({ role: chosen as GroupRole['role'] })}
      />
      {role === 'organization_user' && (
        <MultiSelect
          size="xs"
          flex="2 1 220px"
          aria-label={t('people.part')}
          placeholder={memberships.length === 0 ? t('people.no_part') : undefined}
          searchable
          data={choices}
          value={memberships.map(({ project_id, role: part }) => `${project_id} ${part}`)}
          onChange={(chosen) => onChange({ memberships: chosen.map(getMembership) })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t('providers.remove_group', { group })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
}

function getMembership(choice: string): Membership {
  const [project_id = '', role] = choice.split(' ')
  return { project_id, role: role as Membership['role'] }
}
