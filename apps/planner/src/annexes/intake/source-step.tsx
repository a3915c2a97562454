// Where the rows come from: a file that is dropped or chosen, or cells that are pasted.

import { Alert, Anchor, Button, FileButton, Group, Loader, Stack, Text, Textarea, Title } from '@mantine/core'
import { getAddress } from '@routewright/client/exchange'
import { exportStopTemplate } from '@routewright/client/operations'
import { IconClipboard, IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shell/session.ts'
import classes from './import.module.css'
import { useImport } from './import-store.ts'
import { type Source, useMostRows, useTakeSource } from './use-source.ts'

interface SourceBoxProps {
  isBusy: boolean
  onTake(source: Source): void
}

export function SourceStep() {
  const { t } = useTranslation('import')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const formats = useFormats()
  const mostRows = useMostRows()
  const takeSource = useTakeSource()
  const take = async (source: Source) => {
    setBusy(true)
    setFault('')
    const found = await takeSource(source)
    setBusy(false)
    setFault(found ?? '')
  }
  const onTake = (source: Source) => void take(source)
  // Cells may be pasted anywhere on the page, not only into the box.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() !== '') onTake({ text })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
  return (
    <div className={classes.sources}>
      <DropBox isBusy={isBusy} onTake={onTake} />
      <PasteBox isBusy={isBusy} onTake={onTake} />
      {fault && (
        <Alert color="red" role="alert" className={classes.across}>
          {t(`fault.${fault}`, { rows: formats.number(mostRows) })}
        </Alert>
      )}
    </div>
  )
}

function DropBox({ isBusy, onTake }: SourceBoxProps) {
  const { t } = useTranslation('import')
  const [isOver, setOver] = useState(false)
  const formats = useFormats()
  const mostRows = useMostRows()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    const text = event.dataTransfer.getData('text/plain')
    if (file) onTake({ file })
    else if (text) onTake({ text })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of three, the button and pasting serve the keyboard
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm">
        {isBusy ? <Loader /> : <IconFileSpreadsheet size={44} stroke={1.2} />}
        <Title order={2} size="h4">
          {t('drop')}
        </Title>
        <Text c="dimmed" ta="center">
          {t('drop_text', { rows: formats.number(mostRows) })}
        </Text>
        <FileButton onChange={(file) => file && onTake({ file })} accept=".csv,.tsv,.txt,.xlsx,text/csv">
          {(props) => (
            <Button {...props} loading={isBusy}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <TemplateLinks />
      </Stack>
    </div>
  )
}

function TemplateLinks() {
  const { t, i18n } = useTranslation('import')
  const of = useImport(({ purpose }) => (purpose === 'past' ? 'past_days' : 'stops'))
  const template = (format: 'xlsx' | 'csv') => getAddress(exportStopTemplate, { language: i18n.language, format, of })
  return (
    <Text size="sm" c="dimmed">
      {t('template')}{' '}
      <Anchor href={template('xlsx')} download inherit underline="always">
        Excel
      </Anchor>
      {' · '}
      <Anchor href={template('csv')} download inherit underline="always">
        CSV
      </Anchor>
    </Text>
  )
}

function PasteBox({ isBusy, onTake }: SourceBoxProps) {
  const { t } = useTranslation('import')
  const [pasted, setPasted] = useState('')
  return (
    <form
      className={classes.paste}
      onSubmit={(event) => {
        event.preventDefault()
        if (pasted.trim() !== '') onTake({ text: pasted })
      }}
    >
      <Stack gap="sm" h="100%">
        <Group gap="xs">
          <IconClipboard size={20} stroke={1.5} />
          <Title order={2} size="h4">
            {t('paste')}
          </Title>
        </Group>
        <Textarea
          aria-label={t('paste')}
          placeholder={t('paste_hint')}
          className={classes.grow}
          classNames={{ wrapper: classes.grow!, input: classes.area! }}
          value={pasted}
          onChange={({ currentTarget: { value } }) => setPasted(value)}
        />
        <Button type="submit" variant="default" disabled={pasted.trim() === ''} loading={isBusy}>
          {t('read')}
        </Button>
      </Stack>
    </form>
  )
}
