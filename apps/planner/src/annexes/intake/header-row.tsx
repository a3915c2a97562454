// Which row of the file has the names of the columns: found by itself, or clicked.
import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import { setHeaderRow, useImport } from './import-store.ts'

const rowsShown = 12

export function HeaderRow() {
  const { t } = useTranslation('import')
  const { headerRow, lines } = useImport()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Group gap="xs" mb={isOpen ? 'xs' : 'md'}>
        <Text size="sm">
          {headerRow === undefined ? t('no_header') : t('header_in', { row: lines[headerRow]!.line })}
        </Text>
        {headerRow !== undefined && headerRow > 0 && (
          <Text size="sm" c="dimmed">
            {t('rows_above', { count: headerRow })}
          </Text>
        )}
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('other_header')}
        </Button>
      </Group>
      {isOpen && <RowChoice onChosen={() => setOpen(false)} />}
    </>
  )
}

function RowChoice({ onChosen }: { onChosen(): void }) {
  const { t } = useTranslation('import')
  const { lines, headerRow } = useImport()
  const choose = (row: number | undefined) => {
    setHeaderRow(row)
    onChosen()
  }
  return (
    <div className={classes.headers} role="radiogroup" aria-label={t('other_header')}>
      {lines.slice(0, rowsShown).map(({ line, cells }, row) => (
        <UnstyledButton
          key={line}
          role="radio"
          aria-checked={row === headerRow}
          className={classes.headerRow}
          onClick={() => choose(row)}
        >
          <span>{line}</span>
          <span>{cells.filter((cell) => cell.trim() !== '').join(' · ')}</span>
        </UnstyledButton>
      ))}
      <UnstyledButton
        role="radio"
        aria-checked={headerRow === undefined}
        className={classes.headerRow}
        onClick={() => choose(undefined)}
      >
        <span>–</span>
        <span>{t('no_header')}</span>
      </UnstyledButton>
    </div>
  )
}
