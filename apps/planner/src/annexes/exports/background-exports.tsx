// The files that are written in the background: how far they are, and their way to the desk.
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { deleteExport, listExports } from '@routewright/client/operations'
import type { TableExport } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const againMilliseconds = 1_000
const getKey = (projectId: string) => ['exports', projectId]
const isOnItsWay = ({ state }: TableExport) => state === 'waiting' || state === 'running'

/** To be called when one was ordered or ended. */
export function useExportsChanged(projectId: string): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: getKey(projectId) })
}

/** Exports of the signed-in person, newest first; hidden where there are none. */
export function BackgroundExports({ projectId }: { projectId: string }) {
  const { t } = useTranslation('export')
  const { data } = useAnswer(
    getKey(projectId),
    listExports,
    { project_id: projectId },
    {
      refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? againMilliseconds : false),
    },
  )
  if (!data?.length) return null
  return (
    <Paper withBorder p="lg" maw={560} mt="md">
      <Stack>
        <Text component="h2" fw={600}>
          {t('files')}
        </Text>
        {data.map((file) => (
          <ExportLine key={file.id} made={file} />
        ))}
      </Stack>
    </Paper>
  )
}

function ExportLine({ made }: { made: TableExport }) {
  const { t } = useTranslation('export')
  const action = useAction()
  const exportsChanged = useExportsChanged(made.project_id)
  const end = () => action.run(() => call(deleteExport, { export_id: made.id }).then(exportsChanged))
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text truncate>{made.file_name ?? t(made.what)}</Text>
          <ExportState made={made} />
        </div>
        <Group gap={4} wrap="nowrap">
          {made.file_url && (
            <Button component="a" href={made.file_url} download size="compact-sm" variant="default">
              {t('download')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="red" onClick={end} loading={action.isBusy}>
            {t(isOnItsWay(made) ? 'stop' : 'remove')}
          </Button>
        </Group>
      </Group>
      <Refusal text={action.failure} />
    </div>
  )
}

function ExportState({ made }: { made: TableExport }) {
  const { t } = useTranslation('export')
  const formats = useFormats()
  const { state, percent, rows = 0, size_bytes = 0, expires_at, reason } = made
  const size = formats.number(Math.max(0.1, size_bytes / 1_000_000), 1)
  const text = {
    waiting: t('waiting'),
    running: t('running', { percent }),
    finished: t('finished', { count: rows, rows: formats.number(rows), size, until: formats.dateTime(expires_at) }),
    failed: [t('failed'), reason].filter(Boolean).join(' '),
  }[state]
  return (
    <div role="status">
      <Text size="sm" c={state === 'failed' ? 'red' : 'dimmed'}>
        {text}
      </Text>
      {isOnItsWay(made) && <Progress mt={6} size="sm" value={percent} aria-label={text} />}
    </div>
  )
}
