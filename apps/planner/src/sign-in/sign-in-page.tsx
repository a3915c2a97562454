// Signing in. A link of the first start may carry the demo login behind the #, where no server and no log ever sees it.

import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { ServiceError } from '@routewright/client/service'
import type {
  Login,
  LoginAnswer,
  OfferedProvider,
  OrganizationChoice,
  Session,
  SignInStep,
} from '@routewright/contract'
import { IconFingerprint, IconPlayerPlay } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../shell/can-use-passkeys.ts'
import { failureText } from '../shell/failure.ts'
import { useDocumentTitle } from '../shell/page.tsx'
import { ProviderButtons } from '../shell/provider-buttons.tsx'
import { call } from '../shell/service.ts'
import { useTakeSession, wasSignedIn } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { Card } from './card.tsx'
import { getPage } from './page-of.ts'
import classes from './sign-in-page.module.css'

const SecondStep = lazy(() => import('../shell/second-step.tsx'))
const OrganizationButtons = lazy(() => import('./organization-buttons.tsx'))
const open = { withoutSignIn: true, once: true } as const

/** `#demo=<e-mail>:<password>`, both percent-encoded. */
function readDemoLogin(): Login | undefined {
  const match = /^#demo=([^:]+):(.+)$/.exec(location.hash)
  return match ? { email: decodeURIComponent(match[1]!), password: decodeURIComponent(match[2]!) } : undefined
}

/** A page on this machine belongs to whoever started the service: elsewhere a link must not sign anybody in unasked. */
const isOwnMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

export function SignInPage() {
  const { t } = useTranslation('shell')
  useDocumentTitle(t('sign_in'))
  const [demo] = useState(readDemoLogin)
  const { signIn, leaveTo, signInByPasskey: onPasskey, enter, next, beginAgain, failure, isSending } = useSignIn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened by the link
  useEffect(() => {
    if (demo && isOwnMachine) void signIn(demo)
  }, [])
  return (
    <Card
      title="Routewright"
      text={t('tagline')}
      foot={
        <Anchor href="/docs" size="sm" c="dimmed">
          {t('interface')}
        </Anchor>
      }
    >
      {demo && <DemoButton isSending={isSending} onOpen={() => void signIn(demo)} />}
      {next ? (
        <Suspense fallback={<Skeleton height={200} />}>
          {'organizations' in next ? (
            <OrganizationButtons {...next} isSending={isSending} failure={failure} onChoose={signIn} />
          ) : (
            <SecondStep step={next} onSignedIn={enter} onBeginAgain={beginAgain} />
          )}
        </Suspense>
      ) : (
        <LoginForm
          isSecond={demo !== undefined}
          isSending={isSending}
          failure={failure}
          onSignIn={signIn}
          onPasskey={onPasskey}
          onProvider={leaveTo}
        />
      )}
    </Card>
  )
}

function DemoButton({ isSending, onOpen }: { isSending: boolean; onOpen(): void }) {
  const { t } = useTranslation('shell')
  return (
    <Stack gap="xs" className={classes.demo}>
      <Text size="sm">{t('demo.text')}</Text>
      <Button size="md" loading={isSending} leftSection={<IconPlayerPlay size={18} />} onClick={onOpen}>
        {t('demo.open')}
      </Button>
    </Stack>
  )
}

/** Signs in and goes where the reader wanted to go; `next` is what is needed besides the password. */
function useSignIn() {
  const { t } = useTranslation('shell')
  const { to } = useSearch({ strict: false }) as { to?: string }
  const navigate = useNavigate()
  const takeSession = useTakeSession()
  const [next, setNext] = useState<SignInStep | (OrganizationChoice & { login: Login })>()
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const enter = async (session: Session) => {
    takeSession(session)
    await navigate({ href: getPage(to) })
  }
  const attempt = async (work: () => Promise<LoginAnswer | undefined>, login?: Login) => {
    setSending(true)
    setFailure('')
    try {
      const answer = await work()
      // The browser is on its way to a provider.
      if (!answer) return
      if ('user' in answer) return await enter(answer)
      if ('step' in answer) setNext(answer)
      else if (login) setNext({ ...answer, login })
    } catch (error) {
      const isWrong = error instanceof ServiceError && (error.status === 403 || error.status === 401)
      setFailure(isWrong ? t('wrong_login') : failureText(error, t))
    }
    setSending(false)
  }
  const signIn = (body: Login) => attempt(() => call(operations.login, { body }, open), body)
  const leaveTo = ({ id: provider_id }: OfferedProvider) =>
    attempt(async () => {
      const body = { provider_id, to: getPage(to) }
      location.assign((await call(operations.beginProviderSignIn, { body }, open)).url)
      return undefined
    })
  const beginAgain = () => setNext(undefined)
  return {
    signIn,
    leaveTo,
    signInByPasskey: () => attempt(signInByPasskey),
    enter,
    next,
    beginAgain,
    failure,
    isSending,
  }
}

async function signInByPasskey(): Promise<Session> {
  const { askPasskey } = await import('../shell/passkey.ts')
  const { step, options } = await call(operations.askForPasskey, {}, open)
  const passkey = await askPasskey(options)
  return await call(operations.signInWithPasskey, { body: { step, passkey: passkey as never } }, open)
}

interface LoginFormProps {
  /** Below the button that opens the demo. */
  isSecond: boolean
  isSending: boolean
  failure: string
  onSignIn(login: Login): void
  onPasskey(): void
  onProvider(provider: OfferedProvider): void
}

function LoginForm({ isSecond, isSending, failure, onSignIn, onPasskey, onProvider }: LoginFormProps) {
  const { t } = useTranslation('shell')
  const { organization, to } = useSearch({ strict: false }) as { organization?: string; to?: string }
  const [login, setLogin] = useState<Login>({ email: '', password: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSignIn(login)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {to !== undefined && wasSignedIn() && <Alert color="yellow">{t('session_ended.notice')}</Alert>}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          autoFocus={!isSecond}
          value={login.email}
          onChange={({ currentTarget: { value: email } }) => setLogin((old) => ({ ...old, email }))}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          required
          value={login.password}
          onChange={({ currentTarget: { value: password } }) => setLogin((old) => ({ ...old, password }))}
        />
        <Refusal text={failure} />
        <Button type="submit" size="md" variant={isSecond ? 'default' : 'filled'} loading={isSending && !isSecond}>
          {t('sign_in')}
        </Button>
        {canUsePasskeys() && (
          <Button
            variant="default"
            disabled={isSending}
            leftSection={<IconFingerprint size={18} />}
            onClick={onPasskey}
          >
            {t('second_step.passkey_sign_in')}
          </Button>
        )}
        <ProviderButtons email={login.email} organizationId={organization} isBusy={isSending} onChoose={onProvider} />
        <Anchor component={Link} to="/forgotten" size="sm" ta="center">
          {t('forgotten.link')}
        </Anchor>
      </Stack>
    </form>
  )
}
