// A message as a tree: a click on one of its values says what it is.
import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getPath, type Step } from './message-paths.ts'
import { fieldNames, type MappingEdit } from './order-mapping.ts'
import classes from './order-sources.module.css'

interface TreeProps {
  value: unknown
  steps?: readonly Step[]
  onChoose(edit: MappingEdit): void
}

export function MessageTree({ value, steps = [], onChoose }: TreeProps) {
  if (typeof value !== 'object' || value === null) return <Leaf value={value} steps={steps} onChoose={onChoose} />
  const entries = Array.isArray(value) ? value.map((entry, at) => [at, entry] as const) : Object.entries(value)
  return (
    <ul className={classes.tree}>
      {entries.slice(0, 200).map(([key, inner]) => (
        <li key={key}>
          <Text span size="sm" c="dimmed">
            {key}
          </Text>{' '}
          <MessageTree value={inner} steps={[...steps, { key, within: value }]} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

function Leaf({ value, steps, onChoose }: TreeProps) {
  const { t } = useTranslation('settings')
  const path = getPath(steps ?? [])
  const written = value === null || value === '' ? '–' : String(value)
  return (
    <Menu withinPortal position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.leaf!} aria-label={t('orders.choose', { value: written.slice(0, 80) })}>
          {written.slice(0, 80)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{path}</Menu.Label>
        {fieldNames.map((field) => (
          <Menu.Item key={field} onClick={() => onChoose({ kind: 'field', field, path })}>
            {t(`orders.field.${field}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {(['cancel', 'accept'] as const).map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose({ kind, path, value: written })}>
            {t(`orders.${kind}_when`, { value: written.slice(0, 40) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
