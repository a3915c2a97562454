// The organization: its name, whether it is a sandbox, and whether programs for the original service are served.

import * as operations from '@routewright/client/operations'
import type { Organization, OrganizationUpdate } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Field } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { sessionQuery, useSession } from '../shell/session.ts'
import { getDay, startOfDay } from './new-key.tsx'
import { SettingsForm } from './settings-form.tsx'

const nameField: Field = {
  name: 'name',
  kind: 'text',
  word: 'organization.name',
  isRequired: true,
  isWide: true,
  input: { maxLength: 500 },
}
const olderClientsField: Field = {
  name: 'serves_older_clients',
  kind: 'switch',
  word: 'organization.serves_older_clients',
  hint: 'organization.serves_older_clients_hint',
  isWide: true,
}

const sandboxField: Field = {
  name: 'is_sandbox',
  kind: 'switch',
  word: 'organization.is_sandbox',
  hint: 'organization.is_sandbox_hint',
  isWide: true,
}

const secondFactorField: Field = {
  name: 'second_factor_from',
  kind: 'text',
  word: 'organization.second_factor_from',
  hint: 'organization.second_factor_from_hint',
  isWide: true,
  input: { type: 'date' },
  shown: (stored) => (stored ? getDay(stored as string) : ''),
  read: (day) => (day ? startOfDay(day as string) : null),
}

export default function OrganizationSettings() {
  const { t } = useTranslation('settings')
  useLoadedSections(['settings.organization'])
  const { organization, user } = useSession()
  const queries = useQueryClient()
  const isAdministrator = user.role === 'organization_administrator'
  const fields = [nameField, secondFactorField, sandboxField, olderClientsField].map((field) => ({
    ...field,
    isDisabled: () => !isAdministrator,
  }))
  const form = useRecordForm<Organization>({
    words: 'settings',
    fields,
    stored: organization,
    staysOpen: true,
    update: (body, { updated_at }) =>
      call(operations.updateOrganization, { body: body as OrganizationUpdate }, { seenUpdatedAt: updated_at }),
    async read() {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return (await queries.fetchQuery(sessionQuery)).organization
    },
  })
  return (
    <>
      <SettingsForm title={t('parts.organization')} text={t('organization.text')} form={form} fields={fields} />
      {isAdministrator && <Sections at="settings.organization" />}
    </>
  )
}
