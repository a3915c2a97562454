// The readers of the mail with last week's figures each Monday, and a preview of it.
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { call } from '../../shell/service.ts'
import { useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import own from './analytics.module.css'

export function WeeklyMail() {
  const { t } = useTranslation('analytics')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setOpen(true)}>
        {t('weekly.title')}
      </Button>
      {isOpen && <WeeklyMailDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function WeeklyMailDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('analytics')
  const [isShown, setShown] = useState(false)
  return (
    <Modal opened onClose={onClose} title={t('weekly.title')} size={isShown ? 'xl' : 'md'}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('weekly.text')}
        </Text>
        <Readers />
        {isShown ? (
          <Preview />
        ) : (
          <Button variant="default" onClick={() => setShown(true)}>
            {t('weekly.preview')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

/** A tick is saved at once. */
function Readers() {
  const { t } = useTranslation('analytics')
  const { id: project_id } = useProject()
  const queries = useQueryClient()
  const { isBusy, failure, run } = useAction()
  const key = ['weekly_mail', project_id]
  const query = useAnswer(key, operations.getWeeklyMail, { project_id })
  const choose = (user_ids: string[]) =>
    run(async () => {
      queries.setQueryData(key, await call(operations.setWeeklyMail, { project_id, body: { user_ids } }))
    }, t('weekly.saved'))
  return (
    <Loaded query={query} rows={3} rowHeight={28}>
      {({ people }) => (
        <Stack gap={8} role="group" aria-label={t('weekly.who')}>
          <Text size="sm" fw={600}>
            {t('weekly.who')}
          </Text>
          {people.length === 0 && <Text size="sm">{t('weekly.none')}</Text>}
          {people.map(({ user_id, name, email, reads }) => {
            const others = people
              .filter((person) => person.reads && person.user_id !== user_id)
              .map((person) => person.user_id)
            return (
              <Checkbox
                key={user_id}
                checked={reads}
                disabled={isBusy}
                label={name || email}
                description={name ? email : undefined}
                onChange={() => void choose(reads ? others : [...others, user_id])}
              />
            )
          })}
          <Refusal text={failure} />
        </Stack>
      )}
    </Loaded>
  )
}

function Preview() {
  const { t } = useTranslation('analytics')
  const { id: project_id } = useProject()
  const query = useAnswer(['weekly_mail_preview', project_id], operations.previewWeeklyMail, { project_id })
  return (
    <Loaded query={query} rows={4} rowHeight={60}>
      {({ subject, html }) => (
        <>
          <Text fw={600}>{subject}</Text>
          <iframe className={own.mail} title={t('weekly.preview')} sandbox="" srcDoc={html} />
        </>
      )}
    </Loaded>
  )
}
