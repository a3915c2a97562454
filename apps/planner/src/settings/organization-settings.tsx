// The organization: its name.
import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { sessionQuery, useSession } from '../shell/session.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

export default function OrganizationSettings() {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const { organization } = useSession()
  const queries = useQueryClient()
  const action = useAction()
  const [name, setName] = useState(organization.name)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await call('PUT /app/v1/organization', { body: { name } })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }, t('records:saved'))
  }
  return (
    <form onSubmit={save}>
      <Section title={t('parts.organization')} text={t('organization.text')} failure={action.failure}>
        <Group align="flex-end">
          <TextInput
            label={t('organization.name')}
            required
            maxLength={500}
            w={360}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Button type="submit" loading={action.isBusy} disabled={name.trim() === ''}>
            {t('shell:save')}
          </Button>
        </Group>
      </Section>
    </form>
  )
}
