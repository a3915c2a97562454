// The audit log: who changed what, and when.

import { Badge, Button, Group, SegmentedControl, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { AuditEntry } from '@routewright/contract'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../shell/loaded.tsx'
import { Pager } from '../shell/pager.tsx'
import { useFormats, useProject, useProjects, useSession } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useZones } from '../shell/use-zones.ts'
import { AuditActions } from './audit-actions.tsx'
import { type AuditLine, auditLines, auditWords, readableName } from './audit-lines.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { SettingsTable } from './settings-table.tsx'

const pageSize = 50

export default function AuditSettings() {
  const { t } = useTranslation(auditWords)
  const project = useProject()
  const { user } = useSession()
  const [isAll, setAll] = useState(true)
  const [page, setPage] = useState(1)
  const parameters = { limit: pageSize, offset: (page - 1) * pageSize, ...(isAll ? {} : { project_id: project.id }) }
  const query = useAnswer(['audit', parameters], operations.listAuditEntries, parameters, {
    placeholderData: keepPreviousData,
  })
  const { personOf, reader } = useAuditNames()
  return (
    <Section
      title={t('parts.audit')}
      text={t('audit.text')}
      actions={
        <SegmentedControl
          aria-label={t('audit.of')}
          value={isAll ? 'all' : 'one'}
          onChange={(value) => {
            setAll(value === 'all')
            setPage(1)
          }}
          data={[
            { value: 'all', label: t('audit.everything') },
            { value: 'one', label: project.label },
          ]}
        />
      }
    >
      {user.role !== 'organization_user' && <AuditActions />}
      <Loaded query={query} empty={<NothingLogged />}>
        {({ docs }) => (
          <SettingsTable
            heads={[...['when', 'who', 'what'].map((name) => t(`audit.${name}`)), { said: t('audit.changes') }]}
          >
            {docs.map((entry) => (
              <EntryRows key={entry.id} entry={entry} person={personOf(entry)} lines={auditLines(entry, reader)} />
            ))}
          </SettingsTable>
        )}
      </Loaded>
      <Pager total={query.data?.total} pageSize={pageSize} page={page} onPage={setPage} />
    </Section>
  )
}

/** Whose doing an entry is, and what the ids in it are called. */
function useAuditNames() {
  const { t } = useTranslation(auditWords)
  const formats = useFormats()
  const people = useAnswer(['users', 'names'], operations.listUsers, { limit: 1_000 })
  const { data: zones } = useZones()
  const named = [...useProjects(), ...(zones ?? [])]
  const reader = { t, formats, nameOf: (id: string) => named.find((record) => record.id === id)?.label }
  const personOf = ({ actor }: AuditEntry) => {
    const person = people.data?.docs.find(({ id }) => id === actor.id)
    return person?.name || person?.email || t(`audit.actor.${actor.type}`)
  }
  return { personOf, reader }
}

function NothingLogged() {
  const { t } = useTranslation('settings')
  const next = { label: t('audit.change'), to: '/settings/project' }
  return <Empty title={t('audit.none')} text={t('audit.none_text')} icon={IconHistory} next={next} />
}

interface EntryRowsProps {
  entry: AuditEntry
  person: string
  lines: readonly AuditLine[]
}

/** An entry of the log, and below it the changed fields when they are asked for. */
function EntryRows({ entry, person, lines }: EntryRowsProps) {
  const { t } = useTranslation(auditWords)
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { action, resource_type, changes } = entry
  return (
    <>
      <Table.Tr>
        <Table.Td c="dimmed" className={classes.moment}>
          {formats.dateTime(entry.created_at)}
        </Table.Td>
        <Table.Td>{person}</Table.Td>
        <Table.Td>
          <Group gap="xs">
            <Badge variant="light" color={action === 'deleted' ? 'red' : 'blue'}>
              {t(`audit.action.${action}`, { defaultValue: readableName(action) })}
            </Badge>
            {t(`audit.resource.${resource_type}`, { defaultValue: readableName(resource_type) })}
            <Text size="xs" c="dimmed">
              {fieldNames(lines)}
            </Text>
          </Group>
        </Table.Td>
        <Table.Td ta="right">
          {changes && Object.keys(changes).length > 0 && (
            <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('audit.changes')}
            </Button>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            <Changes lines={lines} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** The most names that fit on the line; the rest is among the details. */
const mostNames = 5

function fieldNames(lines: readonly AuditLine[]): string {
  const names = [...new Set(lines.map(({ label }) => label))]
  return names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} …` : names.join(', ')
}

function Changes({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <dl className={classes.changes} tabIndex={0}>
      {lines.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and two fields may have the same word
        <Fragment key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
