// API keys: made, shown once, renamed, deactivated, deleted.

import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { ApiKey } from '@routewright/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDelete } from '../forms/ask-to-delete.tsx'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

interface KeyChange {
  label?: string
  active?: boolean
}

export default function KeySettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [isNew, setNew] = useState(false)
  const query = useAnswer(['api-keys'], operations.listApiKeys, {})
  const again = () => queries.invalidateQueries({ queryKey: ['api-keys'] })
  const update = (key: ApiKey, body: KeyChange) =>
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

/** `onChange` answers whether it worked. */
function useColumns(
  onChange: (key: ApiKey, body: KeyChange) => Promise<boolean>,
  onDelete: (key: ApiKey) => void,
): Column<ApiKey>[] {
  const { t } = useTranslation(['settings', 'shell'])
  const formats = useFormats()
  return [
    {
      key: 'label',
      title: t('keys.label'),
      cell: (key) => <KeyLabel apiKey={key} onChange={(label) => onChange(key, { label })} />,
    },
    { key: 'key', title: t('keys.key'), cell: ({ hint }) => <Code>api_key_…{hint}</Code> },
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
      aria-label={t('keys.label_of', { hint: apiKey.hint })}
      value={typed ?? apiKey.label}
      maxLength={500}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={() => void save()}
    />
  )
}

function NewKey({ onClose, onMade }: { onClose(): void; onMade(): Promise<unknown> }) {
  const { t } = useTranslation(['settings', 'shell'])
  const action = useAction()
  const [label, setLabel] = useState('')
  const [secret, setSecret] = useState('')
  const create = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      setSecret((await call(operations.createApiKey, { body: { label } })).key)
      await onMade()
    })
  }
  return (
    <Modal opened onClose={onClose} title={t('keys.new')} closeOnClickOutside={false} closeOnEscape={secret === ''}>
      {secret === '' ? (
        <form onSubmit={create}>
          <Stack>
            <TextInput
              label={t('keys.label')}
              description={t('keys.label_hint')}
              data-autofocus
              maxLength={500}
              value={label}
              error={action.failure}
              onChange={({ currentTarget: { value } }) => setLabel(value)}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={action.isBusy}>
                {t('keys.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Secret secret={secret} onClose={onClose} />
      )}
    </Modal>
  )
}

/** Shown once: the service keeps only what proves it. */
function Secret({ secret, onClose }: { secret: string; onClose(): void }) {
  const { t } = useTranslation('settings')
  return (
    <Stack>
      <Alert color="yellow" role="status">
        {t('keys.once')}
      </Alert>
      <Code block data-secret style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('keys.kept')}</Button>
      </Group>
    </Stack>
  )
}
