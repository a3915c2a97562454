// Looks whether the audit log is as it was written, and takes it away.
import { Alert, Button, Code, Group } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { AuditVerification } from '@routewright/contract'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { save } from '../shell/save.ts'
import { call, receive } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

export function AuditActions() {
  const { t } = useTranslation('privacy')
  const action = useAction()
  const [verified, setVerified] = useState<AuditVerification>()
  const take = (format: 'csv' | 'jsonl') =>
    void action.run(async () => save(await receive(operations.exportAudit, { format })))
  return (
    <>
      <Group mb="md">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconShieldCheck size={15} />}
          loading={action.isBusy}
          onClick={() => void action.run(async () => setVerified(await call(operations.verifyAudit, {})))}
        >
          {t('audit.verify')}
        </Button>
        {(['csv', 'jsonl'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} />}
            disabled={action.isBusy}
            onClick={() => take(format)}
          >
            {t(`audit.${format}`)}
          </Button>
        ))}
      </Group>
      <Refusal text={action.failure} mb="md" />
      {verified && <Verified verified={verified} />}
    </>
  )
}

function Verified({ verified: { holds, entries, head, fault } }: { verified: AuditVerification }) {
  const { t } = useTranslation('privacy')
  return (
    <Alert mb="md" color={holds ? 'teal' : 'red'} title={t(holds ? 'audit.holds' : 'audit.broken')}>
      {fault ? t('audit.fault', { number: fault.number }) : t('audit.entries', { count: entries })}{' '}
      {holds && t('audit.keep')}
      {holds && <Code block>{head}</Code>}
    </Alert>
  )
}
