// Asks before promises to customers are broken: which ones, how, and who agrees to it by name.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { BrokenPromises } from '@routewright/client/service'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PromiseList } from './promise-list.tsx'
import { useConsent } from './service.ts'
import { sessionQuery } from './session.ts'

export function ConsentDialog() {
  const asked = useConsent((state) => state.asked[0])
  if (!asked) return null
  return <Question broken={asked.broken} answer={asked.answer} />
}

function Question({ broken, answer }: { broken: BrokenPromises; answer(name: string | undefined): void }) {
  const { t } = useTranslation('shell')
  const user = useQueryClient().getQueryData(sessionQuery.queryKey)?.user
  const name = user?.name || user?.email || ''
  const decline = () => answer(undefined)
  return (
    <Modal opened onClose={decline} withCloseButton={false} title={t('consent.title')} size="lg" zIndex={400}>
      <Stack>
        <Text size="sm">{t('consent.text', { count: broken.count })}</Text>
        <PromiseList promises={broken.promises} count={broken.count} />
        <Alert color="yellow">{t('consent.kept', { name })}</Alert>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={decline}>
            {t('consent.decline')}
          </Button>
          <Button color="red.9" onClick={() => answer(name)}>
            {t('consent.agree', { name })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
