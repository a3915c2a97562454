// A page of records: the list, a button for a new one, and the form of the one that is open.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../shell/page.tsx'
import { useMayPlan, useProject } from '../shell/session.ts'
import { RecordList, type RecordListProps, useListSearch } from './record-list.tsx'
import { PAGE_SIZE } from './record-queries.ts'

interface ListParameters {
  project_id: string
  sort: string
  limit: number
  offset: number
  text?: string
}

/** The page of the list that its address asks for, by name. `list` begins the key of all its queries. */
export function useRecordPage<Found>(
  path: string,
  list: string,
  read: (parameters: ListParameters, signal: AbortSignal) => Promise<Found>,
  filters: readonly unknown[] = [],
) {
  const project = useProject()
  const [{ text, page = 1 }] = useListSearch(path)
  const parameters: ListParameters = {
    project_id: project.id,
    sort: 'label:asc',
    limit: PAGE_SIZE,
    offset: (Number(page) - 1) * PAGE_SIZE,
    ...(text && { text }),
  }
  return useQuery({
    queryKey: [list, project.id, parameters, ...filters],
    queryFn: ({ signal }) => read(parameters, signal),
    placeholderData: keepPreviousData,
  })
}

interface RecordsPageProps<Row extends { id: string }> extends Omit<RecordListProps<Row>, 'words' | 'onNew'> {
  /** Namespace of its words. */
  words: string
  onNew(): void
  actions?: ReactNode
  above?: ReactNode
  /** The form of the open record. */
  children: ReactNode
}

export function RecordsPage<Row extends { id: string }>(props: RecordsPageProps<Row>) {
  const { words, onNew, actions, above, children, ...list } = props
  const { t } = useTranslation(words)
  const mayPlan = useMayPlan()
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={
        mayPlan && (
          <>
            {actions}
            <Button leftSection={<IconPlus size={17} />} onClick={onNew}>
              {t('new')}
            </Button>
          </>
        )
      }
    >
      {above}
      <RecordList<Row>
        {...list}
        onNew={mayPlan ? onNew : undefined}
        words={{ search: t('search'), none: t('none'), none_text: t('none_text'), new: t('new') }}
      />
      <Suspense>{children}</Suspense>
    </Page>
  )
}
