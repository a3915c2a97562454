// The second step of signing in: a code, a passkey, a recovery code, or setting an authenticator app up.
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Session, SignInStep } from '@routewright/contract'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthenticatorOffer, CodeInput } from './authenticator-offer.tsx'
import { askPasskey } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { call } from './service.ts'
import { Refusal } from './states.tsx'
import { useAction } from './use-action.ts'

const open = { withoutSignIn: true, once: true } as const

interface SecondStepProps {
  step: SignInStep
  onSignedIn(session: Session): void
  onBeginAgain(): void
}

export default function SecondStep(props: SecondStepProps) {
  return props.step.must_enroll ? <Enrollment {...props} /> : <Question {...props} />
}

type Method = SignInStep['methods'][number]

function Question({ step: { step, methods, passkey_options: asked }, onSignedIn, onBeginAgain }: SecondStepProps) {
  const { t } = useTranslation('shell')
  const action = useAction()
  const [method, setMethod] = useState<Method>(methods.find((method) => method !== 'passkey') ?? 'passkey')
  const [typed, setTyped] = useState('')
  const finish = (proof: object) =>
    action.run(async () => onSignedIn(await call(operations.completeSignIn, { body: { step, ...proof } }, open)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void finish(method === 'code' ? { code: typed.trim() } : { recovery_code: typed.trim() })
  }
  const byPasskey = () => action.run(async () => onSignedIn(await signInBy(step, asked!)))
  const change = (other: Method) => {
    setMethod(other)
    setTyped('')
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text fw={600}>{t('second_step.title')}</Text>
        {method === 'code' && <CodeInput code={typed} onCode={setTyped} />}
        {method === 'recovery_code' && <RecoveryInput code={typed} onCode={setTyped} />}
        <Refusal text={action.failure} />
        {method !== 'passkey' && (
          <Button type="submit" size="md" loading={action.isBusy}>
            {t('sign_in')}
          </Button>
        )}
        {asked && (
          <Button
            size="md"
            variant={method === 'passkey' ? 'filled' : 'default'}
            leftSection={<IconFingerprint size={18} />}
            disabled={action.isBusy}
            onClick={() => void byPasskey()}
          >
            {t('second_step.use_passkey')}
          </Button>
        )}
        <Others methods={methods} method={method} onChange={change} onBeginAgain={onBeginAgain} />
      </Stack>
    </form>
  )
}

async function signInBy(step: string, asked: Record<string, unknown>): Promise<Session> {
  const passkey = await askPasskey(asked)
  return await call(operations.completeSignIn, { body: { step, passkey: passkey as never } }, open)
}

/** The other ways, and the way back. */
function Others({
  methods,
  method,
  onChange,
  onBeginAgain,
}: {
  methods: readonly Method[]
  method: Method
  onChange(method: Method): void
  onBeginAgain(): void
}) {
  const { t } = useTranslation('shell')
  const others = methods.filter((other) => other !== method && other !== 'passkey')
  return (
    <Group justify="space-between">
      {others.map((entry) => (
        <Button key={entry} variant="subtle" size="compact-sm" onClick={() => onChange(entry)}>
          {t(entry === 'code' ? 'second_step.use_code' : 'second_step.use_recovery')}
        </Button>
      ))}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onBeginAgain}>
        {t('second_step.begin_again')}
      </Button>
    </Group>
  )
}

function RecoveryInput({ code, onCode }: { code: string; onCode(code: string): void }) {
  const { t } = useTranslation('shell')
  return (
    <TextInput
      label={t('second_step.recovery')}
      autoComplete="off"
      required
      minLength={16}
      maxLength={40}
      autoFocus
      value={code}
      onChange={({ currentTarget: { value } }) => onCode(value)}
    />
  )
}

/** The organization demands a second factor, and there is none yet. */
function Enrollment({ step: { step }, onSignedIn, onBeginAgain }: SecondStepProps) {
  const { t } = useTranslation('shell')
  const action = useAction()
  const [code, setCode] = useState('')
  const [done, setDone] = useState<{ session: Session; recovery_codes: string[] }>()
  const offer = useQuery({
    queryKey: ['offer', step],
    queryFn: () => call(operations.offerAuthenticator, { body: { step } }, open),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => setDone(await call(operations.enrollAtSignIn, { body: { step, code } }, open)))
  }
  if (done) return <RecoveryCodes codes={done.recovery_codes} onKept={() => onSignedIn(done.session)} />
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" fw={600}>
          {t('second_step.must_enroll')}
        </Text>
        {offer.data ? (
          <AuthenticatorOffer offer={offer.data} code={code} onCode={setCode} />
        ) : (
          <Skeleton height={260} />
        )}
        <Refusal text={action.failure} />
        <Button type="submit" size="md" loading={action.isBusy}>
          {t('sign_in')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onBeginAgain}>
          {t('second_step.begin_again')}
        </Button>
      </Stack>
    </form>
  )
}
