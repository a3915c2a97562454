// Effects that hold for many clients: a table of factors with the visits that each rests on.
import { Table, Text } from '@mantine/core'
import type { LearnedEffect } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { useFormats } from '../../shell/session.ts'

const order = ['project', 'type', 'load', 'first']

export function LearnedEffects({ effects }: { effects: readonly LearnedEffect[] }) {
  const { t } = useTranslation(['learning', 'records'])
  const formats = useFormats()
  const sorted = effects.toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.from_quantity ?? 0) - (b.from_quantity ?? 0),
  )
  const getName = ({ kind, subject, from_quantity = 0 }: LearnedEffect) => {
    if (kind === 'type') return t(`records:types.${subject}`)
    if (kind === 'load')
      return from_quantity > 0 ? t('load_from', { amount: formats.number(from_quantity) }) : t('no_load')
    return t(`effect.${kind}`)
  }
  return (
    <Section title={t('effects')} text={t('effects_text')}>
      <SettingsTable heads={[t('what'), t('factor'), t('visits_head')]}>
        {sorted.map((effect) => (
          <Table.Tr key={`${effect.kind} ${effect.subject}`}>
            <Table.Td>{getName(effect)}</Table.Td>
            <Table.Td>
              <Text fw={600}>× {formats.number(effect.factor, 2)}</Text>
            </Table.Td>
            <Table.Td>{formats.number(effect.visits)}</Table.Td>
          </Table.Tr>
        ))}
      </SettingsTable>
    </Section>
  )
}
