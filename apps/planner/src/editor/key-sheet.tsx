// All keys of the editor on one sheet.
import { Group, Kbd, Modal, Table } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showKeys, useCommand } from '../shell/commands.ts'

const keys: readonly [keys: readonly string[], word: string][] = [
  [['↑', '↓'], 'next'],
  [['Alt', '↑↓'], 'reorder'],
  [['Ctrl', 'A'], 'all'],
  [['Shift', '⟷'], 'rectangle'],
  [['L'], 'lasso'],
  [['1', '…', '9'], 'to_route'],
  [['U'], 'unassign'],
  [['K'], 'lock'],
  [['Delete'], 'delete'],
  [['Ctrl', 'Z'], 'undo'],
  [['Ctrl', 'Shift', 'Z'], 'redo'],
  [['S'], 'stop'],
  [['R'], 'route'],
  [['N'], 'plans'],
  [['O'], 'optimize'],
  [['D'], 'dispatch'],
  [['E'], 'mode'],
  [['F'], 'fit'],
  [['T'], 'table'],
  [['/'], 'filter'],
  [['Ctrl', 'K'], 'search'],
  [['Esc'], 'escape'],
  [['?'], 'help'],
]

export function KeySheet() {
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useState(false)
  useCommand(showKeys, () => setOpen(true))
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('shell:keys')} size="lg">
      <Table verticalSpacing={5}>
        <Table.Tbody>
          {keys.map(([names, word]) => (
            <Table.Tr key={word}>
              <Table.Td w={190}>
                <Group gap={4}>
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{t(`key.${word}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
