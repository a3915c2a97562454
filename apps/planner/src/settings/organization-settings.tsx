// The organization: its name.
import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { sessionQuery, useSession } from '../shell/session.ts'
import { Section } from './section.tsx'
import { useSeenForm } from './use-seen-form.tsx'

export default function OrganizationSettings() {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const { organization } = useSession()
  const queries = useQueryClient()
  const { form, change, action, save, notice } = useSeenForm({
    stored: organization,
    formOf: ({ name }) => ({ name }),
    send: (fields, { updated_at }) =>
      call('PUT /app/v1/organization', { body: fields as { name: string } }, { seenUpdatedAt: updated_at }),
    read: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return (await queries.fetchQuery(sessionQuery)).organization
    },
    labelOf: () => t('organization.name'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit}>
      <Section title={t('parts.organization')} text={t('organization.text')} failure={action.failure}>
        {notice}
        <Group align="flex-end">
          <TextInput
            label={t('organization.name')}
            required
            maxLength={500}
            w={360}
            value={form.name}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          <Button type="submit" loading={action.isBusy} disabled={form.name.trim() === ''}>
            {t('shell:save')}
          </Button>
        </Group>
      </Section>
    </form>
  )
}
