// Prints labels for parcels. Where deliveries have no parcel codes it offers to give them some; printing alone changes nothing.
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { countLabels, giveParcelCodes, printLabels } from '@routewright/client/operations'
import type { LabelForm as Form, LabelCount, LabelSelection } from '@routewright/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../shell/loaded.tsx'
import { save } from '../shell/save.ts'
import { call, receive } from '../shell/service.ts'
import { useMayPlan } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

const forms = ['a4_8', 'roll', 'zpl_203', 'zpl_300'] as const satisfies readonly Form[]

interface LabelFormProps {
  selection: LabelSelection
  onPrinted?: () => void
}

export function LabelForm({ selection, onPrinted }: LabelFormProps) {
  const { t } = useTranslation('labels')
  const [form, setForm] = useState<Form>('a4_8')
  const query = useQuery({
    queryKey: ['labels', selection],
    queryFn: () => call(countLabels, { body: selection }),
    staleTime: 0,
  })
  return (
    <Stack>
      <Radio.Group value={form} onChange={(value) => setForm(value as Form)} label={t('form')}>
        <Stack gap="xs" mt="xs">
          {forms.map((form) => (
            <Radio key={form} value={form} label={t(form)} />
          ))}
        </Stack>
      </Radio.Group>
      {form.startsWith('zpl') && (
        <Text size="sm" c="dimmed">
          {t('zpl_text')}
        </Text>
      )}
      <Loaded query={query} rows={1}>
        {(count) => <Counted count={count} form={form} selection={selection} {...(onPrinted && { onPrinted })} />}
      </Loaded>
    </Stack>
  )
}

interface CountedProps extends LabelFormProps {
  count: LabelCount
  form: Form
}

/** How many there are, and the buttons. */
function Counted({ count, form, selection, onPrinted }: CountedProps) {
  const { t, i18n } = useTranslation('labels')
  const queries = useQueryClient()
  const action = useAction()
  const mayPlan = useMayPlan()
  const bare = count.without_codes
  const print = async () => {
    save(await receive(printLabels, { body: { ...selection, form, language: i18n.language } }))
    onPrinted?.()
  }
  const give = async () => {
    await call(giveParcelCodes, { body: selection })
    await queries.invalidateQueries()
    await print()
  }
  if (count.labels === 0) return <Text>{t('none')}</Text>
  return (
    <>
      <Text fw={600}>{t('count', { count: count.labels })}</Text>
      {bare > 0 && (
        <Alert color="yellow" title={t('bare', { count: bare })}>
          {t('bare_text')}
        </Alert>
      )}
      <Refusal text={action.failure} />
      <Group justify="flex-end">
        {bare > 0 && (
          <Button variant="default" loading={action.isBusy} onClick={() => action.run(print)}>
            {t('without')}
          </Button>
        )}
        {bare > 0 ? (
          <Button
            loading={action.isBusy}
            disabled={!mayPlan}
            onClick={() => action.run(give, t('given', { count: bare }))}
          >
            {t('give')}
          </Button>
        ) : (
          <Button loading={action.isBusy} onClick={() => action.run(print)}>
            {t('print')}
          </Button>
        )}
      </Group>
    </>
  )
}
