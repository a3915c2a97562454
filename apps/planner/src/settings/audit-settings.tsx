// The audit log: who changed what, and when.
import { Badge, Button, Group, Pagination, SegmentedControl, Table, Text } from '@mantine/core'
import type { AuditEntry } from '@routewright/contract'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { useFormats, useProject, useProjects } from '../shell/session.ts'
import { Empty, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { type AuditLine, auditLines, auditWords, readableName } from './audit-lines.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const pageSize = 50

export default function AuditSettings() {
  const { t } = useTranslation(auditWords)
  const formats = useFormats()
  const project = useProject()
  const [isAll, setAll] = useState(true)
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<string | undefined>()
  const parameters = { limit: pageSize, offset: (page - 1) * pageSize, ...(isAll ? {} : { project_id: project.id }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', parameters],
    queryFn: ({ signal }) => call('GET /app/v1/audit', parameters, { signal }),
    placeholderData: keepPreviousData,
  })
  const people = useQuery({
    queryKey: ['users', 'names'],
    queryFn: ({ signal }) => call('GET /app/v1/users', { limit: 1_000 }, { signal }),
  })
  const { data: zones } = useQuery({
    queryKey: ['zones', project.id],
    queryFn: ({ signal }) => call('GET /v2/project/{project_id}/zones', { project_id: project.id }, { signal }),
  })
  const named = [...useProjects(), ...(zones ?? [])]
  const reader = { t, formats, nameOf: (id: string) => named.find((one) => one.id === id)?.label }
  const personOf = ({ actor }: AuditEntry) => {
    const person = people.data?.docs.find(({ id }) => id === actor.id)
    return person?.name || person?.email || t(`audit.actor.${actor.type}`)
  }
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
      {error ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <RowSkeletons />
      ) : data.docs.length === 0 ? (
        <Empty title={t('audit.none')} text={t('audit.none_text')} icon={<IconHistory size={40} stroke={1.3} />} />
      ) : (
        <div className={classes.scroll}>
          <Table verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('audit.when')}</Table.Th>
                <Table.Th>{t('audit.who')}</Table.Th>
                <Table.Th>{t('audit.what')}</Table.Th>
                <Table.Th aria-label={t('audit.changes')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.docs.map((entry) => (
                <Fragment key={entry.id}>
                  <Table.Tr>
                    <Table.Td c="dimmed" className={classes.moment}>
                      {formats.dateTime(entry.created_at)}
                    </Table.Td>
                    <Table.Td>{personOf(entry)}</Table.Td>
                    <Table.Td>
                      <Group gap="xs">
                        <Badge variant="light" color={entry.action === 'deleted' ? 'red' : 'blue'}>
                          {t(`audit.action.${entry.action}`, { defaultValue: readableName(entry.action) })}
                        </Badge>
                        {t(`audit.resource.${entry.resource_type}`, {
                          defaultValue: readableName(entry.resource_type),
                        })}
                        <Text size="xs" c="dimmed">
                          {fieldNames(auditLines(entry, reader))}
                        </Text>
                      </Group>
                    </Table.Td>
                    <Table.Td ta="right">
                      {entry.changes && Object.keys(entry.changes).length > 0 && (
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          aria-expanded={opened === entry.id}
                          onClick={() => setOpened(opened === entry.id ? undefined : entry.id)}
                        >
                          {t('audit.changes')}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                  {opened === entry.id && (
                    <Table.Tr>
                      <Table.Td colSpan={4}>
                        <Changes lines={auditLines(entry, reader)} />
                      </Table.Td>
                    </Table.Tr>
                  )}
                </Fragment>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {data && data.total > pageSize && (
        <Group justify="center" mt="md">
          <Pagination
            total={Math.ceil(data.total / pageSize)}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': t(`records:page_${control}`) })}
          />
        </Group>
      )}
    </Section>
  )
}

/** As many as fit beside what was changed; the rest is among the details. */
const mostNames = 5

function fieldNames(lines: readonly AuditLine[]): string {
  const names = [...new Set(lines.map(({ label }) => label))]
  return names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} …` : names.join(', ')
}

function Changes({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <dl className={classes.changes}>
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
