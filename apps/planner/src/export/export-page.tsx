// The export of a plan, at an address of its own.

import { Button } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { ExportForm } from './export-form.tsx'

export function ExportPage() {
  const { planId } = useParams({ strict: false }) as { planId: string }
  const { route } = useSearch({ strict: false }) as { route?: string }
  const { t } = useTranslation(['export', 'import'])
  const formats = useFormats()
  const plan = useQuery({
    queryKey: ['plan-head', planId],
    queryFn: ({ signal }) => call(operations.getPlan, { id: planId }, { signal }),
    select: ({ id, status, project_id, label, execution_date }) => ({ id, status, project_id, label, execution_date }),
    staleTime: 60_000,
  })
  if (plan.error) return <LoadFailure error={plan.error} retry={() => void plan.refetch()} />
  if (!plan.data) return <RowSkeletons />
  const { label, execution_date } = plan.data
  return (
    <Page
      title={t('title')}
      text={[formats.calendarDate(execution_date), label].filter(Boolean).join(' · ')}
      actions={
        <Button variant="default" component={Link} to={`/plan/${planId}`} leftSection={<IconArrowLeft size={16} />}>
          {t('import:back')}
        </Button>
      }
    >
      <ExportForm plan={plan.data} {...(route && { routeId: route })} />
    </Page>
  )
}
