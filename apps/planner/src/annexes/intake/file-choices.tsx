// Choices about a file as a whole, to be changed: its sheet and its encoding; and the lines of it that are no rows.
import { Group, Select, Text } from '@mantine/core'
import type { Encoding } from '@routewright/contract/encodings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EncodingChoice } from '../../forms/encoding-choice.tsx'
import { Refusal } from '../../shell/states.tsx'
import { takeSheet, useImport } from './import-store.ts'
import { useReadAgain } from './use-source.ts'

export function FileChoices() {
  const { file } = useImport()
  if (!file) return null
  return (
    <>
      <Group gap="md" mb="xs" align="end">
        {file.sheets.length > 1 && <SheetChoice />}
        {file.encoding && file.encoding !== 'utf-8' && <FileEncoding encoding={file.encoding} />}
      </Group>
      <WhatIsLeft />
    </>
  )
}

/** Hidden sheets come last. */
function SheetChoice() {
  const { t } = useTranslation('import')
  const { file, sheet } = useImport()
  const data = file!.sheets
    .map(({ name, isHidden }, at) => ({
      value: String(at),
      label: isHidden ? t('sheet_hidden', { name }) : name,
      isHidden,
    }))
    .toSorted((first, other) => Number(first.isHidden) - Number(other.isHidden))
  return (
    <Select
      label={t('sheet')}
      w={240}
      allowDeselect={false}
      value={String(sheet)}
      data={data}
      onChange={(value) => takeSheet(Number(value))}
    />
  )
}

function FileEncoding({ encoding }: { encoding: Encoding }) {
  const { t } = useTranslation('import')
  const readAgain = useReadAgain()
  const [fault, setFault] = useState('')
  const choose = async (value: Encoding) => setFault((await readAgain(value)) ?? '')
  return (
    <>
      <EncodingChoice w={200} value={encoding} onChange={(value) => value && void choose(value)} />
      <Refusal text={fault && t(`fault.${fault}`)} />
    </>
  )
}

/** Lines whose quotes do not fit, and rows that are sums. */
function WhatIsLeft() {
  const { t } = useTranslation('import')
  const { file, table } = useImport()
  const quotes = file!.faults.map(({ line }) => line)
  const sums = table.left.flatMap(({ line, kind }) => (kind === 'total' || kind === 'repeated' ? [line] : []))
  return (
    <>
      {quotes.length > 0 && (
        <Text size="sm" c="var(--rw-late)" mb="xs" role="status">
          {t('quotes', { count: quotes.length, lines: listed(quotes) })}
        </Text>
      )}
      {sums.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('totals', { count: sums.length, lines: listed(sums) })}
        </Text>
      )}
    </>
  )
}

function listed(lines: readonly number[]): string {
  return lines.length > 10 ? `${lines.slice(0, 10).join(', ')} …` : lines.join(', ')
}
