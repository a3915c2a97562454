// Adding the day's recurring orders to a plan, at an address of its own.
import { Button, Paper } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../shell/page.tsx'
import { FillForm } from './fill-dialog.tsx'

export function FillPage() {
  const { t } = useTranslation(['recurring', 'import'])
  const { planId } = useParams({ strict: false }) as { planId: string }
  return (
    <Page
      title={t('fill.title')}
      actions={
        <Button variant="default" component={Link} to={`/plan/${planId}`} leftSection={<IconArrowLeft size={16} />}>
          {t('import:back')}
        </Button>
      }
    >
      <Paper withBorder p="lg" maw={560}>
        <FillForm planId={planId} />
      </Paper>
    </Page>
  )
}
