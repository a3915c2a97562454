// Where somebody lets an assistant in that wants to sign in: who asks, what it may do, in which projects.
import { Alert, Button, Group, List, MultiSelect, Paper, Stack, Switch, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { AssistantConsent, AssistantRequest } from '@routewright/contract'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { call } from '../../shell/service.ts'
import { useProjects, useSession } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

export function AssistantRequestPage() {
  const { t } = useTranslation('assistants')
  const search: { request?: unknown } = useSearch({ strict: false })
  const request = String(search.request ?? '')
  const query = useAnswer(['assistant-request', request], operations.getAssistantRequest, { request })
  return (
    <Page title={t('request.title')}>
      <Loaded query={query} rows={3}>
        {(asked) => <Decision request={request} asked={asked} />}
      </Loaded>
    </Page>
  )
}

interface DecisionProps {
  request: string
  asked: AssistantRequest
}

function Decision({ request, asked }: DecisionProps) {
  const { t } = useTranslation('assistants')
  const { answer, isAnswered, isBusy, failure } = useDecision(request)
  const [mayPropose, setMayPropose] = useState(false)
  const [projectIds, setProjectIds] = useState<string[]>([])
  const allow = () =>
    answer({
      allowed: true,
      scope: mayPropose ? ['read', 'propose'] : ['read'],
      project_ids: projectIds.length > 0 ? projectIds : null,
    })
  if (isAnswered) return <Alert role="status">{t('request.answered')}</Alert>
  return (
    <Paper withBorder p="lg" maw={620}>
      <Stack>
        <Asker asked={asked} />
        <Rights asked={asked} mayPropose={mayPropose} onPropose={setMayPropose} />
        <ProjectChoice value={projectIds} onChange={setProjectIds} />
        <Refusal text={failure} />
        <Group>
          <Button loading={isBusy} onClick={() => void allow()}>
            {t('request.allow')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => void answer({ allowed: false })}>
            {t('request.refuse')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Tells the service what was decided, and goes on where it says. */
function useDecision(request: string) {
  const { run, isBusy, failure } = useAction()
  const [isAnswered, setAnswered] = useState(false)
  const answer = (decision: Omit<AssistantConsent, 'request'>) =>
    run(async () => {
      const { redirect_to } = await call(operations.answerAssistantRequest, { body: { request, ...decision } })
      setAnswered(true)
      window.location.assign(redirect_to)
    })
  return { answer, isAnswered, isBusy, failure }
}

function Asker({ asked }: Pick<DecisionProps, 'asked'>) {
  const { t } = useTranslation('assistants')
  const { user } = useSession()
  return (
    <>
      <div>
        <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
          {asked.client_name || t('request.nameless')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('request.unchecked')}
        </Text>
      </div>
      <Text size="sm">{t('request.goes_to', { host: asked.redirect_host })}</Text>
      <Text size="sm">{t('request.as', { name: user.name || user.email })}</Text>
    </>
  )
}

interface RightsProps {
  asked: AssistantRequest
  mayPropose: boolean
  onPropose(may: boolean): void
}

function Rights({ asked, mayPropose, onPropose }: RightsProps) {
  const { t } = useTranslation('assistants')
  return (
    <>
      <List size="sm" spacing={4}>
        <List.Item>{t('scope.read_text')}</List.Item>
        <List.Item>{t('request.never')}</List.Item>
      </List>
      {asked.scope.includes('propose') && (
        <Switch
          label={t('scope.propose')}
          description={t('scope.propose_text')}
          checked={mayPropose}
          onChange={({ currentTarget }) => onPropose(currentTarget.checked)}
        />
      )}
    </>
  )
}

function ProjectChoice({ value, onChange }: { value: string[]; onChange(projectIds: string[]): void }) {
  const { t } = useTranslation('assistants')
  const projects = useProjects()
  return (
    <MultiSelect
      label={t('fields.project_ids')}
      description={t('request.projects_text')}
      placeholder={value.length === 0 ? t('all_projects') : ''}
      data={projects.map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={onChange}
      searchable
    />
  )
}
