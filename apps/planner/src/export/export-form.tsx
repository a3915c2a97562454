// What can be taken away of a plan: tables, route sheets, proofs of delivery.
import { Button, Checkbox, Group, Paper, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import {
  exportReports,
  exportRoutes,
  exportStops,
  printPlanProofs,
  printRouteSheets,
} from '@routewright/client/operations'
import type { Plan } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { save } from '../shell/save.ts'
import { receive } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

type What = 'stops' | 'routes' | 'reports' | 'sheets' | 'proofs'

const tables = { stops: exportStops, routes: exportRoutes, reports: exportReports } as const

interface ExportFormProps {
  plan: Pick<Plan, 'id' | 'project_id' | 'status'>
  /** One route alone, where that is possible. */
  routeId?: string
}

export function ExportForm({ plan, routeId }: ExportFormProps) {
  const { t, i18n } = useTranslation('export')
  const [what, setWhat] = useState<What>('stops')
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const [hasLinks, setLinks] = useState(false)
  const action = useAction()
  const isPaper = what === 'sheets' || what === 'proofs'
  const mayLink = plan.status !== 'draft' && plan.status !== 'finished'

  const run = () =>
    action.run(() => saveFile(plan, { what, format, routeId, language: i18n.language, hasLinks: hasLinks && mayLink }))
  return (
    <Paper withBorder p="lg" maw={560}>
      <Stack>
        <WhatChoice value={what} onChange={setWhat} />
        {isPaper ? (
          <Text size="sm" c="dimmed">
            {t('paper')}
          </Text>
        ) : (
          <FormatChoice value={format} onChange={setFormat} />
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
        <Refusal text={action.failure} />
        <Group justify="flex-end">
          <Button onClick={run} loading={action.isBusy}>
            {t('download')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface ChoiceProps<Value> {
  value: Value
  onChange(value: Value): void
}

function WhatChoice({ value: what, onChange }: ChoiceProps<What>) {
  const { t } = useTranslation('export')
  return (
    <Radio.Group value={what} onChange={(value) => onChange(value as What)} aria-label={t('what')}>
      <Stack gap="xs">
        {(['stops', 'routes', 'reports', 'sheets', 'proofs'] as const).map((one) => (
          <Radio key={one} value={one} label={t(one)} description={t(`${one}_text`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function FormatChoice({ value: format, onChange }: ChoiceProps<'xlsx' | 'csv'>) {
  const { t } = useTranslation('export')
  return (
    <SegmentedControl
      aria-label={t('format')}
      value={format}
      onChange={(value) => onChange(value as typeof format)}
      data={[
        { value: 'xlsx', label: 'Excel' },
        { value: 'csv', label: 'CSV' },
      ]}
    />
  )
}

interface Wanted {
  what: What
  format: 'xlsx' | 'csv'
  routeId: string | undefined
  language: string
  hasLinks: boolean
}

async function saveFile({ id, project_id }: ExportFormProps['plan'], wanted: Wanted): Promise<void> {
  const { what, format, routeId, language, hasLinks } = wanted
  const paper = { plan_id: id, language, ...(routeId ? { route_id: routeId } : {}) }
  switch (what) {
    case 'sheets':
      return save(await receive(printRouteSheets, { ...paper, links: hasLinks }))
    case 'proofs':
      return save(await receive(printPlanProofs, paper))
    default:
      return save(await receive(tables[what], { project_id, plan_id: id, format, language }))
  }
}
