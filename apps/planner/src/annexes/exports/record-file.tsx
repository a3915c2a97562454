// Records as a file: taken away as Excel or CSV, and brought back changed, with every mistake named by its cell.
import { Button, FileButton, List, Menu, Modal, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { ServiceError } from '@routewright/client/service'
import { limits } from '@routewright/contract'
import type { FileSheets } from '@routewright/reading/sheets'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseSource } from '../../forms/parse.ts'
import { failureText } from '../../shell/failure.ts'
import { noteSuccess } from '../../shell/notices.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'

const formats = { xlsx: 'Excel', csv: 'CSV' } as const

const operationsOf = {
  vehicles: { take: operations.exportVehicles, bring: operations.importVehicles },
  drivers: { take: operations.exportDrivers, bring: operations.importDrivers },
} as const

export default function RecordFile({ of, onChanged }: { of: keyof typeof operationsOf; onChanged(): void }) {
  const { t, i18n } = useTranslation(['records', 'import', 'shell'])
  const { id: project_id } = useProject()
  const { number } = useFormats()
  const [isBusy, setBusy] = useState(false)
  const [mistakes, setMistakes] = useState<readonly string[]>([])
  const [doubts, setDoubts] = useState<readonly string[]>([])
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setMistakes(findMistakes(error) ?? [failureText(error, t)])
    }
    setBusy(false)
  }
  const take = (format: keyof typeof formats) =>
    during(async () => save(await receive(operationsOf[of].take, { project_id, format, language: i18n.language })))
  const bring = (file: File) =>
    during(async () => {
      const answer = await parseSource({ file })
      if ('problem' in answer)
        return setMistakes([t(`import:fault.${answer.problem}`, { rows: number(limits.listLength.bulk) })])
      const body = { rows: listRows(answer) }
      const done = await call(operationsOf[of].bring, { project_id, language: i18n.language, body })
      noteSuccess(t('file.done', { created: done.created, changed: done.changed, unchanged: done.unchanged }))
      setDoubts(done.doubts ?? [])
      onChanged()
    })
  return (
    <>
      <ExportMenu isBusy={isBusy} onTake={(format) => void take(format)} />
      <FileButton accept=".xlsx,.csv,.tsv,.txt" onChange={(file) => file && void bring(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={17} />} loading={isBusy}>
            {t('file.import')}
          </Button>
        )}
      </FileButton>
      <Cells word="refused" list={mistakes} onClose={() => setMistakes([])} />
      <Cells word="doubts" list={doubts} onClose={() => setDoubts([])} />
    </>
  )
}

interface ExportMenuProps {
  isBusy: boolean
  onTake(format: keyof typeof formats): void
}

function ExportMenu({ isBusy, onTake }: ExportMenuProps) {
  const { t } = useTranslation('records')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={17} />} loading={isBusy}>
          {t('file.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(formats) as (keyof typeof formats)[]).map((format) => (
          <Menu.Item key={format} onClick={() => onTake(format)}>
            {formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface CellsProps {
  word: 'refused' | 'doubts'
  list: readonly string[]
  onClose(): void
}

/** Cells that keep a table from being taken, or that may be meant otherwise, each in a sentence of the service. */
function Cells({ word, list, onClose }: CellsProps) {
  const { t } = useTranslation('records')
  return (
    <Modal opened={list.length > 0} onClose={onClose} title={t(`file.${word}`)} size="lg">
      <Stack>
        <Text size="sm">{t(`file.${word}_text`)}</Text>
        <List size="sm" spacing={6}>
          {list.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Stack>
    </Modal>
  )
}

/** The first sheet in sight, each row at the place of its line: the service names lines as the file has them. */
function listRows({ sheets }: FileSheets): string[][] {
  const { lines } = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]!
  const last = lines.findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const rows = Array.from({ length: last?.line ?? 0 }, (): string[] => [])
  for (const { line, cells } of lines) if (line <= rows.length) rows[line - 1] = [...cells]
  return rows
}

/** The service names each cell in a sentence of its own; undefined for any other failure. */
function findMistakes(error: unknown): string[] | undefined {
  const found = error instanceof ServiceError && error.status === 400 && /^rows: (.*)$/s.exec(error.message)
  return found ? found[1]!.split(/; (?=\p{Lu})/u) : undefined
}
