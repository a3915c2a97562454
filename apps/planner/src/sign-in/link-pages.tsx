// The pages of links in mails and of the first start: joining, a new password, setting the installation up.

import { Anchor, Button, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Session, SignInAnswer, SignInStep } from '@routewright/contract'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useTakeSession } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useLanguageChoice } from '../shell/use-language-choice.ts'
import { Card } from './card.tsx'

const open = { withoutSignIn: true, once: true } as const
const SHORTEST_PASSWORD = 10
const SecondStep = lazy(() => import('../shell/second-step.tsx'))

function useToken(): string {
  return (useParams({ strict: false }) as { token: string }).token
}

/** Sends a form; a session that comes back opens the planner, after a second step where one is needed. */
function useSubmit(send: () => Promise<SignInAnswer | undefined>) {
  const navigate = useNavigate()
  const takeSession = useTakeSession()
  const { run, failure, isBusy } = useAction()
  const [step, setStep] = useState<SignInStep>()
  const enter = async (session: Session) => {
    takeSession(session)
    await navigate({ to: '/' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const answer = await send()
      if (!answer) return
      if ('user' in answer) await enter(answer)
      else setStep(answer)
    })
  }
  const second = step && (
    <Suspense fallback={<Skeleton height={200} />}>
      <SecondStep step={step} onSignedIn={enter} onBeginAgain={() => void navigate({ to: '/sign-in' })} />
    </Suspense>
  )
  return { submit, failure, isBusy, second }
}

function FormParts({
  failure,
  isBusy,
  label,
  children,
}: {
  failure: string
  isBusy: boolean
  label: string
  children: ReactNode
}) {
  return (
    <Stack>
      {children}
      <Refusal text={failure} />
      <Button type="submit" size="md" loading={isBusy}>
        {label}
      </Button>
    </Stack>
  )
}

function NewPassword({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('shell')
  return (
    <PasswordInput
      label={t('new_password')}
      description={t('password_hint', { count: SHORTEST_PASSWORD })}
      autoComplete="new-password"
      required
      minLength={SHORTEST_PASSWORD}
      maxLength={200}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The page that the link opens, or the note that it has ended. */
function Opened<Data>({
  query,
  title,
  children,
}: {
  query: { data?: Data; error: unknown; isPending: boolean }
  title: string
  children(data: Data): ReactNode
}) {
  const { t } = useTranslation('shell')
  useDocumentTitle(title)
  if (query.isPending) {
    return (
      <Card title={title}>
        <Skeleton height={160} />
      </Card>
    )
  }
  if (query.data === undefined) {
    return (
      <Card title={t('link_ended.title')}>
        <Stack>
          <Text size="sm">{t('link_ended.text')}</Text>
          <Button component={Link} to="/sign-in" variant="default">
            {t('sign_in')}
          </Button>
        </Stack>
      </Card>
    )
  }
  return children(query.data)
}

export function ForgottenPage() {
  const { t } = useTranslation('shell')
  useDocumentTitle(t('forgotten.title'))
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const form = useSubmit(async () => {
    await call(operations.requestPasswordReset, { body: { email } }, open)
    setSent(true)
    return undefined
  })
  return (
    <Card title={t('forgotten.title')} text={isSent ? undefined : t('forgotten.text')}>
      {isSent ? (
        <Stack>
          <Text size="sm" role="status">
            {t('forgotten.sent', { email })}
          </Text>
          <Button component={Link} to="/sign-in" variant="default">
            {t('sign_in')}
          </Button>
        </Stack>
      ) : (
        <form onSubmit={form.submit}>
          <FormParts {...form} label={t('forgotten.send')}>
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          </FormParts>
          <Anchor component={Link} to="/sign-in" size="sm" mt="md" display="block" ta="center">
            {t('sign_in')}
          </Anchor>
        </form>
      )}
    </Card>
  )
}

export function ResetPage() {
  const { t } = useTranslation('shell')
  const token = useToken()
  const [password, setPassword] = useState('')
  const query = useAnswer(['reset', token], operations.getOpenPasswordReset, { reset_token: token }, { how: open })
  const form = useSubmit(() => call(operations.resetPassword, { reset_token: token, body: { password } }, open))
  return (
    <Opened query={query} title={t('reset_title')}>
      {({ email }) => (
        <Card title={t('reset_title')} text={email}>
          {form.second ?? (
            <form onSubmit={form.submit}>
              <FormParts {...form} label={t('reset_save')}>
                <NewPassword value={password} onChange={setPassword} />
              </FormParts>
            </form>
          )}
        </Card>
      )}
    </Opened>
  )
}

export function InvitePage() {
  const { t } = useTranslation('shell')
  const token = useToken()
  const { language } = useLanguageChoice()
  const query = useAnswer(['invite', token], operations.getOpenInvitation, { invitation_token: token }, { how: open })
  const [name, setName] = useState<string>()
  const [password, setPassword] = useState('')
  const shownName = name ?? query.data?.name ?? ''
  const form = useSubmit(() =>
    call(operations.acceptInvitation, { invitation_token: token, body: { name: shownName, password, language } }, open),
  )
  return (
    <Opened query={query} title={t('invite.title')}>
      {({ email, organization_name: organization, invited_by_name: by }) => (
        <Card title={t('invite.join', { organization })} text={by ? t('invite.by', { name: by }) : undefined}>
          {form.second ?? (
            <form onSubmit={form.submit}>
              <FormParts {...form} label={t('invite.accept')}>
                <TextInput label={t('email')} value={email} readOnly />
                <TextInput
                  label={t('your_name')}
                  autoComplete="name"
                  required
                  value={shownName}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
                <NewPassword value={password} onChange={setPassword} />
              </FormParts>
            </form>
          )}
        </Card>
      )}
    </Opened>
  )
}

export function SetupPage() {
  const { t } = useTranslation('shell')
  const token = useToken()
  const { language } = useLanguageChoice()
  const [fields, setFields] = useState({ organization: '', name: '', email: '', password: '' })
  const query = useAnswer(['setup', token], operations.getSetup, { setup_token: token }, { how: open })
  const form = useSubmit(() => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return call(operations.completeSetup, { setup_token: token, body: { ...fields, language, timezone } }, open)
  })
  const text = (key: 'organization' | 'name' | 'email') => ({
    required: true,
    value: fields[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((old) => ({ ...old, [key]: value })),
  })
  return (
    <Opened query={query} title={t('setup.title')}>
      {() => (
        <Card title={t('setup.title')} text={t('setup.text')}>
          <form onSubmit={form.submit}>
            <FormParts {...form} label={t('setup.create')}>
              <TextInput label={t('setup.organization')} autoComplete="organization" {...text('organization')} />
              <TextInput label={t('your_name')} autoComplete="name" {...text('name')} />
              <TextInput label={t('email')} type="email" autoComplete="username" {...text('email')} />
              <NewPassword
                value={fields.password}
                onChange={(password) => setFields((old) => ({ ...old, password }))}
              />
            </FormParts>
          </form>
        </Card>
      )}
    </Opened>
  )
}
