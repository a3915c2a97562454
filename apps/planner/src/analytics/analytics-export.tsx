// Takes the figures away as a table.
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../shell/download.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure } from '../shell/notices.tsx'
import type { Grouping } from './analytics-page.tsx'

interface AnalyticsExportProps {
  parameters: { from_date: string; to_date: string; project_id?: string }
  by: Grouping
}

export function AnalyticsExport({ parameters, by }: AnalyticsExportProps) {
  const { t, i18n } = useTranslation(['analytics', 'shell'])
  const [isBusy, setBusy] = useState(false)
  const run = (format: string) => {
    setBusy(true)
    download('/app/v1/analytics/export', { ...parameters, by, format, language: i18n.language })
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
      </Menu.Dropdown>
    </Menu>
  )
}
