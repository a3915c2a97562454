// Slots that the rules in the form would have offered to the orders of the last month.
import { Button, Group, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SlotPreview, SlotRulesInput } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'

interface PreviewProps {
  projectId: string
  /** The rules as they are typed; undefined while something in them cannot be read. */
  typed(): SlotRulesInput | undefined
}

export function SlotPreviewSection({ projectId: project_id, typed }: PreviewProps) {
  const { t } = useTranslation('slots')
  const action = useAction()
  const [found, setFound] = useState<SlotPreview>()
  const [isFaulty, setFaulty] = useState(false)
  const look = () => {
    const rules = typed()
    setFaulty(rules === undefined)
    if (rules)
      void action.run(async () => setFound(await call(operations.previewSlotRules, { project_id, body: { rules } })))
  }
  return (
    <Section
      title={t('preview.title')}
      text={t('preview.text')}
      failure={isFaulty ? t('preview.faulty') : action.failure}
      actions={
        <Button size="xs" variant="default" loading={action.isBusy} onClick={look}>
          {t('preview.look')}
        </Button>
      }
    >
      {found && <Found found={found} />}
    </Section>
  )
}

function Found({ found }: { found: SlotPreview }) {
  const { t } = useTranslation(['slots', 'records'])
  const formats = useFormats()
  const { orders, offered, windows_each, refused, windows, from, to, is_cut } = found
  if (orders === 0)
    return (
      <Text size="sm">{t('preview.none', { from: formats.calendarDate(from), to: formats.calendarDate(to) })}</Text>
    )
  return (
    <div role="status">
      <Text fw={600}>{t('preview.offered', { offered, orders })}</Text>
      <Text size="sm" c="dimmed">
        {formats.calendarDate(from)} – {formats.calendarDate(to)} · {t('preview.each', { count: windows_each })}
        {is_cut && ` · ${t('preview.cut')}`}
      </Text>
      {refused.length > 0 && (
        <SettingsTable heads={[t('preview.reason'), t('preview.orders')]}>
          {refused.map(({ reason, orders: count }) => (
            <Table.Tr key={reason}>
              <Table.Td>{t(`reason.${reason}`)}</Table.Td>
              <Table.Td>{formats.number(count)}</Table.Td>
            </Table.Tr>
          ))}
        </SettingsTable>
      )}
      {windows.length > 0 && (
        <Group mt="sm">
          <SettingsTable heads={[t('preview.window'), t('preview.was_offered'), t('preview.was_taken')]}>
            {windows.map(({ weekday, time_window, offered: times, taken }) => (
              <Table.Tr key={`${weekday} ${time_window.join('-')}`}>
                <Table.Td>
                  {t(`records:weekdays.${weekday}`)} {formats.timeWindow(time_window)}
                </Table.Td>
                <Table.Td>{times}</Table.Td>
                <Table.Td>{taken}</Table.Td>
              </Table.Tr>
            ))}
          </SettingsTable>
        </Group>
      )}
    </div>
  )
}
