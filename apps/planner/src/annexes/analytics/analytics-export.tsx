// Takes the figures away as a table.
import { Button, Menu } from '@mantine/core'
import { exportAnalytics } from '@routewright/client/operations'
import type { Comparison } from '@routewright/contract/period-change'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../shell/failure.ts'
import { noteFailure } from '../../shell/notices.tsx'
import { save } from '../../shell/save.ts'
import { receive } from '../../shell/service.ts'
import type { Grouping } from './span-choice.tsx'

interface AnalyticsExportProps {
  parameters: { from_date: string; to_date: string; project_id?: string }
  by: Grouping
  /** The period that a PDF compares with. */
  compare: Comparison
}

export function AnalyticsExport({ parameters, by, compare }: AnalyticsExportProps) {
  const { t, i18n } = useTranslation(['analytics', 'shell'])
  const [isBusy, setBusy] = useState(false)
  const run = (format: 'xlsx' | 'csv' | 'pdf') => {
    setBusy(true)
    receive(exportAnalytics, { ...parameters, by, compare, format, language: i18n.language })
      .then(save)
      .catch((error) => noteFailure(t('export_failed'), failureText(error, t)))
      .finally(() => setBusy(false))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={isBusy}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => run('xlsx')}>Excel</Menu.Item>
        <Menu.Item onClick={() => run('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => run('pdf')}>PDF</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
