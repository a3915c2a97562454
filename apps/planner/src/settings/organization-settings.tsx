// The organization: its name.

import { Button, Group } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Organization } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../forms/field-input.tsx'
import type { Field } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { call } from '../shell/service.ts'
import { sessionQuery, useSession } from '../shell/session.ts'
import { Section } from './section.tsx'

const nameField: Field = {
  name: 'name',
  kind: 'text',
  word: 'organization.name',
  isRequired: true,
  input: { maxLength: 500, w: 360 },
}

export default function OrganizationSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const { organization } = useSession()
  const queries = useQueryClient()
  const form = useRecordForm<Organization>({
    words: 'settings',
    fields: [nameField],
    stored: organization,
    staysOpen: true,
    update: (body, { updated_at }) =>
      call(operations.updateOrganization, { body: body as { name: string } }, { seenUpdatedAt: updated_at }),
    async read() {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return (await queries.fetchQuery(sessionQuery)).organization
    },
  })
  const { values, errors, change } = form
  return (
    <form id={form.id} onSubmit={form.onSubmit}>
      <Section title={t('parts.organization')} text={t('organization.text')} failure={form.failure}>
        {form.notice}
        <Group align="flex-end">
          <FieldInput
            field={nameField}
            label={form.label(nameField)}
            hint=""
            values={values}
            error={errors.name ?? ''}
            onChange={(name) => change({ name })}
          />
          <Button type="submit" loading={form.isBusy}>
            {t('shell:save')}
          </Button>
        </Group>
      </Section>
    </form>
  )
}
