// API keys: who they act as, renamed, given an end, deactivated, deleted.

import { Badge, Button, Code, Switch, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { ApiKey, ApiKeyUpdate } from '@routewright/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDelete } from '../forms/ask-to-delete.tsx'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useSession } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { getDay, NewKey, startOfDay } from './new-key.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useNames } from './use-names.ts'

/** Only administrators may list the keys of the organization; everybody sees the assistants that they let in. */
export default function KeySettings() {
  useLoadedSections(['settings.keys'])
  const { user } = useSession()
  return (
    <>
      {user.role === 'organization_administrator' && <ApiKeys />}
      <Sections at="settings.keys" />
    </>
  )
}

function ApiKeys() {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [isNew, setNew] = useState(false)
  const query = useAnswer(['api-keys'], operations.listApiKeys, {})
  const again = () => queries.invalidateQueries({ queryKey: ['api-keys'] })
  const update = (key: ApiKey, body: ApiKeyUpdate) =>
    action.run(() => call(operations.updateApiKey, { api_key_id: key.id, body }).then(again))
  const remove = (key: ApiKey) => {
    const question = { title: t('keys.delete'), text: t('keys.delete_text', { name: key.label || key.hint }) }
    const path = { api_key_id: key.id }
    askToDelete(t, question, () => {
      void action.run(() => call(operations.deleteApiKey, path).then(again))
    })
  }
  const columns = useColumns(update, remove)
  return (
    <Section
      title={t('parts.keys')}
      text={t('keys.text')}
      failure={action.failure}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setNew(true)}>
          {t('keys.new')}
        </Button>
      }
    >
      <Loaded
        query={query}
        rows={3}
        empty={
          <Empty
            title={t('keys.none')}
            text={t('keys.none_text')}
            icon={IconKey}
            next={{ label: t('keys.new'), onClick: () => setNew(true) }}
          />
        }
      >
        {(keys) => <ColumnTable box={classes.scroll} columns={columns} rows={keys} />}
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} onMade={again} />}
    </Section>
  )
}

/** `onChange` returns whether it worked. */
function useColumns(
  onChange: (key: ApiKey, body: ApiKeyUpdate) => Promise<boolean>,
  onDelete: (key: ApiKey) => void,
): Column<ApiKey>[] {
  const { t } = useTranslation(['settings', 'shell'])
  const formats = useFormats()
  const getName = useNames({ own: t('keys.me') })
  return [
    {
      key: 'label',
      title: t('keys.label'),
      cell: (key) => <KeyLabel apiKey={key} onChange={(label) => onChange(key, { label })} />,
    },
    { key: 'key', title: t('keys.key'), cell: ({ hint }) => <Code>api_key_…{hint}</Code> },
    { key: 'who', title: t('keys.who'), look: { c: 'dimmed' }, cell: ({ user_id }) => getName(user_id) },
    {
      key: 'end',
      title: t('keys.inactive_from'),
      cell: (key) => <KeyEnd apiKey={key} onChange={(inactive_from) => onChange(key, { inactive_from })} />,
    },
    {
      key: 'made',
      title: t('keys.made'),
      look: { c: 'dimmed' },
      cell: ({ created_at }) => formats.date(created_at),
    },
    {
      key: 'active',
      title: t('keys.active'),
      cell: (key) => (
        <Switch
          aria-label={t('keys.active_of', { name: key.label || key.hint })}
          checked={key.active}
          onChange={(event) => void onChange(key, { active: event.currentTarget.checked })}
        />
      ),
    },
    {
      key: 'delete',
      said: t('shell:delete'),
      width: 90,
      cell: (key) => (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => onDelete(key)}>
          {t('shell:delete')}
        </Button>
      ),
    },
  ]
}

/** Shows what is stored until something is typed, so that a name that somebody else gave is not taken back unseen. */
function KeyLabel({ apiKey, onChange }: { apiKey: ApiKey; onChange(label: string): Promise<boolean> }) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState<string | undefined>()
  const save = async () => {
    if (typed === undefined || typed === apiKey.label || (await onChange(typed))) setTyped(undefined)
  }
  return (
    <TextInput
      miw={150}
      aria-label={t('keys.label_of', { hint: apiKey.hint })}
      value={typed ?? apiKey.label}
      maxLength={500}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={() => void save()}
    />
  )
}

function KeyEnd({ apiKey, onChange }: { apiKey: ApiKey; onChange(end: string | null): Promise<boolean> }) {
  const { t } = useTranslation('settings')
  const { inactive_from } = apiKey
  const hasEnded = inactive_from !== undefined && Date.parse(inactive_from) <= Date.now()
  if (hasEnded) {
    return (
      <Badge color="gray" variant="light">
        {t('keys.ended')}
      </Badge>
    )
  }
  return (
    <TextInput
      type="date"
      w={150}
      aria-label={`${t('keys.inactive_from')}: ${apiKey.label || apiKey.hint}`}
      value={inactive_from ? getDay(inactive_from) : ''}
      onChange={({ currentTarget: { value } }) => void onChange(value ? startOfDay(value) : null)}
    />
  )
}
