// A part of the settings that is a list of records: what it is for, a way to add one, and the table or why it is empty.
import { Badge, Button } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Empty } from '../shell/states.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

interface RecordSectionProps<Row extends { id: string }> {
  /** The part's name among the words of the settings: `parts.NAME` and, of NAME, `text`, `new`, `none` and `none_text`. */
  words: string
  icon: Icon
  query: { data: Row[] | undefined; error: unknown; refetch(): unknown }
  columns: Column<Row>[]
  failure?: string
  onNew(): void
  /** Forms and dialogs. */
  children?: ReactNode
}

export function RecordSection<Row extends { id: string }>({
  words,
  icon,
  query,
  columns,
  failure,
  onNew,
  children,
}: RecordSectionProps<Row>) {
  const { t } = useTranslation('settings')
  const label = t(`${words}.new`)
  const empty = (
    <Empty title={t(`${words}.none`)} text={t(`${words}.none_text`)} icon={icon} next={{ label, onClick: onNew }} />
  )
  return (
    <Section
      title={t(`parts.${words}`)}
      text={t(`${words}.text`)}
      failure={failure}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={onNew}>
          {label}
        </Button>
      }
    >
      <Loaded query={query} rows={3} empty={empty}>
        {(rows) => <ColumnTable box={classes.scroll} columns={columns} rows={rows} />}
      </Loaded>
      {children}
    </Section>
  )
}

/** Whether something is in use. */
export function OnOrOff({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <Badge color={enabled ? 'green' : 'gray'} variant="light">
      {t(enabled ? 'webhooks.on' : 'webhooks.off')}
    </Badge>
  )
}
