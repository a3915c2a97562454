// What can be taken away of a plan: tables, route sheets, proofs of delivery.
import { Alert, Button, Checkbox, Group, Paper, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../shell/download.ts'
import { failureText } from '../shell/failure.ts'

type What = 'stops' | 'routes' | 'reports' | 'sheets' | 'proofs'

interface ExportFormProps {
  plan: Pick<Plan, 'id' | 'project_id' | 'status'>
  /** One route alone, where that is possible. */
  routeId?: string
}

export function ExportForm({ plan, routeId }: ExportFormProps) {
  const { t, i18n } = useTranslation(['export', 'shell'])
  const [what, setWhat] = useState<What>('stops')
  const [format, setFormat] = useState('xlsx')
  const [hasLinks, setLinks] = useState(false)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isPaper = what === 'sheets' || what === 'proofs'
  const mayLink = plan.status !== 'draft' && plan.status !== 'finished'

  const run = async () => {
    setBusy(true)
    setFailure('')
    const language = i18n.language
    const table = { project_id: plan.project_id, plan_id: plan.id, format, language }
    try {
      if (what === 'sheets') {
        const query = { links: hasLinks && mayLink, language, route_id: routeId }
        await download(`/app/v1/plan/${plan.id}/route_sheets`, query, 'POST')
      } else if (what === 'proofs') await download(`/app/v1/plan/${plan.id}/proofs`, { language, route_id: routeId })
      else await download(`/app/v1/export/${what}`, table)
    } catch (error) {
      setFailure(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Paper withBorder p="lg" maw={560}>
      <Stack>
        <Radio.Group value={what} onChange={(value) => setWhat(value as What)} aria-label={t('what')}>
          <Stack gap="xs">
            {(['stops', 'routes', 'reports', 'sheets', 'proofs'] as const).map((one) => (
              <Radio key={one} value={one} label={t(one)} description={t(`${one}_text`)} />
            ))}
          </Stack>
        </Radio.Group>
        {isPaper ? (
          <Text size="sm" c="dimmed">
            {t('paper')}
          </Text>
        ) : (
          <SegmentedControl
            aria-label={t('format')}
            value={format}
            onChange={setFormat}
            data={[
              { value: 'xlsx', label: 'Excel' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        )}
        {what === 'sheets' && (
          <Checkbox
            label={t('links')}
            description={t(mayLink ? 'links_text' : 'links_closed')}
            disabled={!mayLink}
            checked={hasLinks && mayLink}
            onChange={(event) => setLinks(event.currentTarget.checked)}
          />
        )}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button onClick={run} loading={isBusy}>
            {t('download')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
