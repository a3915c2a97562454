// The assistants that signed in: for whom, what they may do, when they were last here; each can be ended.
import { Button, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import * as operations from '@routewright/client/operations'
import type { AssistantConnection } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import classes from '../../settings/settings.module.css'
import { useNames } from '../../settings/use-names.ts'
import { type Column, ColumnTable } from '../../shell/column-table.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useProjects, useSession } from '../../shell/session.ts'
import { EmptyPart } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

export default function ConnectionsSection() {
  const { t } = useTranslation(['assistants', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const query = useAnswer(['assistant-connections'], operations.listAssistantConnections, {})
  const end = ({ id, client_name }: AssistantConnection) => {
    const name = client_name || t('request.nameless')
    modals.openConfirmModal({
      title: t('list.end_title'),
      children: <Text size="sm">{t('list.end_text', { name })}</Text>,
      labels: { confirm: t('list.end'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        void action.run(async () => {
          await call(operations.endAssistantConnection, { assistant_connection_id: id })
          await queries.invalidateQueries({ queryKey: ['assistant-connections'] })
        }),
    })
  }
  const columns = useColumns(end)
  return (
    <Section title={t('list.title')} text={t('list.text')} failure={action.failure}>
      <Loaded query={query} rows={2} empty={<EmptyPart text={t('list.none')} next={undefined} />}>
        {(connections) => <ColumnTable box={classes.scroll} columns={columns} rows={connections} />}
      </Loaded>
    </Section>
  )
}

function useColumns(onEnd: (connection: AssistantConnection) => void): Column<AssistantConnection>[] {
  const { t } = useTranslation('assistants')
  const formats = useFormats()
  const { user } = useSession()
  const getName = useNames({ own: user.name || user.email, enabled: user.role === 'organization_administrator' })
  const labels = new Map(useProjects().map(({ id, label }) => [id, label]))
  return [
    {
      key: 'name',
      title: t('fields.client_name'),
      cell: ({ client_name, redirect_host }) => (
        <Stack gap={0}>
          <Text fw={600}>{client_name || t('request.nameless')}</Text>
          <Text size="xs" c="dimmed">
            {redirect_host}
          </Text>
        </Stack>
      ),
    },
    { key: 'who', title: t('list.who'), look: { c: 'dimmed' }, cell: ({ user_id }) => getName(user_id) },
    {
      key: 'scope',
      title: t('fields.scope'),
      cell: ({ scope }) => t(scope.includes('propose') ? 'scope.propose' : 'scope.read'),
    },
    {
      key: 'projects',
      title: t('fields.project_ids'),
      cell: ({ project_ids }) => project_ids?.map((id) => labels.get(id) ?? '…').join(', ') ?? t('all_projects'),
    },
    {
      key: 'used',
      title: t('list.last_used'),
      look: { c: 'dimmed' },
      cell: ({ last_used_at }) => (last_used_at ? formats.dateTime(last_used_at) : t('list.never_used')),
    },
    {
      key: 'end',
      said: t('list.end'),
      width: 110,
      cell: (connection) => (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => onEnd(connection)}>
          {t('list.end')}
        </Button>
      ),
    },
  ]
}
