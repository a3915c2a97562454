// Asks for the password when the session ended while somebody worked; the page behind stays as it is.

import { Alert, Button, Group, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OfferedProvider, Session, SignInAnswer, SignInStep } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProviderButtons } from './provider-buttons.tsx'
import { call, endSignIn, useConnection } from './service.ts'
import { noteSignedOut, sessionQuery } from './session.ts'
import { useAction } from './use-action.ts'

const SecondStep = lazy(() => import('./second-step.tsx'))

export function SignInAgain() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const isNeeded = useConnection((state) => state.isSignInNeeded)
  const [step, setStep] = useState<SignInStep>()
  const enter = (session: Session) => {
    client.setQueryData(sessionQuery.queryKey, session)
    setStep(undefined)
    endSignIn(true)
  }
  return (
    <Modal
      opened={isNeeded}
      onClose={leave}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('session_ended.title')}
      zIndex={400}
    >
      {step ? (
        <Suspense fallback={<Skeleton height={200} />}>
          <SecondStep step={step} onSignedIn={enter} onBeginAgain={() => setStep(undefined)} />
        </Suspense>
      ) : (
        <>
          <PasswordForm onAnswer={(answer) => ('user' in answer ? enter(answer) : setStep(answer))} />
          <ProviderAgain onSession={enter} />
        </>
      )}
    </Modal>
  )
}

function PasswordForm({ onAnswer }: { onAnswer(answer: SignInAnswer): void }) {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const session = client.getQueryData(sessionQuery.queryKey)
  const email = session?.user.email ?? ''
  const [password, setPassword] = useState('')
  const action = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const login = { body: { email, password, ...(session && { organization_id: session.organization.id }) } }
      const answer = await call(operations.login, login, { withoutSignIn: true, once: true })
      // With the organization named there is nothing to choose.
      if (!('organizations' in answer)) onAnswer(answer)
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('session_ended.text', { email })}</Text>
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {action.failure && <Alert color="red">{action.failure}</Alert>}
        <Buttons isBusy={action.isBusy} />
      </Stack>
    </form>
  )
}

/** In a tab of its own, so that the page stays as it is; coming back here it is seen who signed in there. */
function ProviderAgain({ onSession }: { onSession(session: Session): void }) {
  const client = useQueryClient()
  const user = client.getQueryData(sessionQuery.queryKey)?.user
  const action = useAction()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!isAway) return
    const look = async () => {
      const session = await call(operations.getSession, {}, { withoutSignIn: true }).catch(() => undefined)
      // Somebody else begins with a fresh page.
      if (session) session.user.id === user?.id ? onSession(session) : location.assign('/planner/')
    }
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isAway, user?.id, onSession])
  const choose = ({ id: provider_id }: OfferedProvider) => {
    // Opened by the click itself: browsers block what comes later.
    const tab = window.open('about:blank', '_blank')
    void action.run(async () => {
      const begun = await call(operations.beginProviderSignIn, { body: { provider_id } }, { withoutSignIn: true })
      setAway(true)
      if (tab) tab.location.href = begun.url
      else location.assign(begun.url)
    })
  }
  return (
    <Stack mt="md">
      <ProviderButtons email={user?.email ?? ''} isBusy={action.isBusy} onChoose={choose} />
      {action.failure && <Alert color="red">{action.failure}</Alert>}
    </Stack>
  )
}

function leave(): void {
  noteSignedOut()
  endSignIn(false)
  location.assign('/planner/sign-in')
}

function Buttons({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <Group justify="space-between">
      <Button variant="subtle" color="gray" onClick={leave}>
        {t('session_ended.leave')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {t('sign_in')}
      </Button>
    </Group>
  )
}
