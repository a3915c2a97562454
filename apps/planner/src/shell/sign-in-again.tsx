// Asks for the password when the session ended while somebody worked; the page behind stays as it is.
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from './failure.ts'
import { call, endSignIn, useConnection } from './service.ts'
import { sessionQuery } from './session.ts'

export function SignInAgain() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const isNeeded = useConnection((state) => state.isSignInNeeded)
  const email = client.getQueryData(sessionQuery.queryKey)?.user.email ?? ''
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setFailure('')
    try {
      const session = await call(
        'POST /app/v1/session',
        { body: { email, password } },
        { withoutSignIn: true, once: true },
      )
      client.setQueryData(sessionQuery.queryKey, session)
      setPassword('')
      endSignIn(true)
    } catch (error) {
      setFailure(failureText(error, t))
    } finally {
      setSending(false)
    }
  }
  const leave = () => {
    endSignIn(false)
    location.assign('/planner/sign-in')
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
          {failure && <Alert color="red">{failure}</Alert>}
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={leave}>
              {t('session_ended.leave')}
            </Button>
            <Button type="submit" loading={isSending}>
              {t('sign_in')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
