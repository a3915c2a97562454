// The own second factor: authenticator app, passkeys and recovery codes, each change after the password.
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { FactorsChanged, AuthenticatorOffer as Offer, OwnFactors, Passkey } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthenticatorOffer } from '../shell/authenticator-offer.tsx'
import { canUsePasskeys } from '../shell/can-use-passkeys.ts'
import { Loaded } from '../shell/loaded.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { RecoveryCodes } from '../shell/recovery-codes.tsx'
import { call } from '../shell/service.ts'
import { sessionQuery, useFormats } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { PasskeyList } from './passkey-list.tsx'
import { Section } from './section.tsx'

/** Confirmation before an action; `work` gets the password. */
interface Asked {
  title: string
  work(confirmed: { current_password?: string }): Promise<unknown>
}

export function FactorSettings() {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const query = useAnswer(['factors'], operations.getFactors, {})
  const [asked, setAsked] = useState<Asked>()
  const [offer, setOffer] = useState<Offer>()
  const [codes, setCodes] = useState<readonly string[]>()
  const take = async ({ factors, recovery_codes }: FactorsChanged, said: string) => {
    queries.setQueryData(['factors'], factors)
    noteSuccess(said)
    setOffer(undefined)
    setCodes(recovery_codes)
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <Section title={t('factors.title')} text={t('factors.text')}>
      <Loaded query={query} rows={3}>
        {(factors) => <Factors factors={factors} onAsk={setAsked} onOffer={setOffer} onChanged={take} />}
      </Loaded>
      {asked && query.data && (
        <Confirmation asked={asked} hasPassword={query.data.has_password} onClose={() => setAsked(undefined)} />
      )}
      {offer && <NewAuthenticator offer={offer} onClose={() => setOffer(undefined)} onChanged={take} />}
      {codes && (
        <Modal opened onClose={() => setCodes(undefined)} title={t('factors.codes')} closeOnClickOutside={false}>
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Modal>
      )}
    </Section>
  )
}

type OnChanged = (changed: FactorsChanged, said: string) => Promise<void>

interface FactorsProps {
  factors: OwnFactors
  onAsk(asked: Asked): void
  onOffer(offer: Offer): void
  onChanged: OnChanged
}

function Factors({ factors, onAsk, onOffer, onChanged }: FactorsProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { authenticator_since: since, passkeys, recovery_codes_left: left } = factors
  const isProtected = since !== undefined || passkeys.length > 0
  const setUp = () =>
    onAsk({
      title: t('factors.authenticator'),
      work: async (body) => onOffer(await call(operations.beginAuthenticator, { body })),
    })
  const remove = () =>
    onAsk({
      title: t('factors.authenticator'),
      work: async (body) => onChanged(await call(operations.removeAuthenticator, { body }), t('factors.removed')),
    })
  const renew = () =>
    onAsk({
      title: t('factors.codes'),
      work: async (body) => onChanged(await call(operations.renewRecoveryCodes, { body }), t('factors.saved')),
    })
  return (
    <Stack gap="lg">
      <Line
        title={t('factors.authenticator')}
        text={since ? t('factors.authenticator_since', { date: formats.date(since) }) : t('factors.authenticator_none')}
      >
        <Button size="xs" variant="default" onClick={since ? remove : setUp}>
          {t(since ? 'factors.remove' : 'factors.set_up')}
        </Button>
      </Line>
      <Passkeys passkeys={passkeys} onAsk={onAsk} onChanged={onChanged} />
      {isProtected && (
        <Line title={t('factors.codes')} text={t('factors.codes_left', { count: left })}>
          <Button size="xs" variant="default" onClick={renew}>
            {t('factors.codes_renew')}
          </Button>
        </Line>
      )}
    </Stack>
  )
}

function Line({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <div style={{ flex: 'none' }}>{children}</div>
    </Group>
  )
}

function Passkeys({
  passkeys,
  onAsk,
  onChanged,
}: Pick<FactorsProps, 'onAsk' | 'onChanged'> & { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('settings')
  const [isNaming, setNaming] = useState(false)
  const add = (name: string) => {
    setNaming(false)
    onAsk({
      title: t('factors.passkey_add'),
      work: async (body) => onChanged(await addPasskey(body, name), t('factors.saved')),
    })
  }
  const remove = ({ id: passkey_id, name: called }: Passkey) =>
    onAsk({
      title: t('factors.passkey_remove', { name: called }),
      work: async (body) => onChanged(await call(operations.removePasskey, { passkey_id, body }), t('factors.removed')),
    })
  const text = t(canUsePasskeys() ? 'factors.passkeys_text' : 'factors.passkeys_unsupported')
  return (
    <div>
      <Line title={t('factors.passkeys')} text={text}>
        <Button size="xs" variant="default" disabled={!canUsePasskeys()} onClick={() => setNaming(true)}>
          {t('factors.passkey_add')}
        </Button>
      </Line>
      <PasskeyList passkeys={passkeys} onRemove={remove} onChanged={onChanged} />
      {isNaming && <PasskeyName onClose={() => setNaming(false)} onNamed={add} />}
    </div>
  )
}

function PasskeyName({ onClose, onNamed }: { onClose(): void; onNamed(name: string): void }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNamed(name.trim())
  }
  return (
    <Modal opened onClose={onClose} title={t('factors.passkey_add')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('factors.passkey_name')}
            description={t('factors.passkey_name_hint')}
            data-autofocus
            required
            maxLength={100}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Button type="submit">{t('factors.go_on')}</Button>
        </Stack>
      </form>
    </Modal>
  )
}

async function addPasskey(body: { current_password?: string }, name: string): Promise<FactorsChanged> {
  const { makePasskey } = await import('../shell/passkey.ts')
  const { step, options } = await call(operations.beginPasskey, { body })
  const passkey = await makePasskey(options)
  return await call(operations.addPasskey, { body: { step, name, passkey: passkey as never } })
}

/** Asks for the password, where there is one, and does it. */
function Confirmation({ asked, hasPassword, onClose }: { asked: Asked; hasPassword: boolean; onClose(): void }) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const [password, setPassword] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await action.run(() => asked.work(hasPassword ? { current_password: password } : {}))) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={asked.title} closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('factors.confirm')}</Text>
          {hasPassword && (
            <PasswordInput
              label={t('factors.password')}
              autoComplete="current-password"
              data-autofocus
              required
              value={password}
              onChange={({ currentTarget: { value } }) => setPassword(value)}
            />
          )}
          <Refusal text={action.failure} />
          <Button type="submit" loading={action.isBusy}>
            {t('factors.go_on')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

function NewAuthenticator({ offer, onClose, onChanged }: { offer: Offer; onClose(): void; onChanged: OnChanged }) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { step: offer.step, code: code.trim() }
    void action.run(async () => onChanged(await call(operations.confirmAuthenticator, { body }), t('factors.saved')))
  }
  return (
    <Modal opened onClose={onClose} title={t('factors.authenticator')} closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack>
          <AuthenticatorOffer offer={offer} code={code} onCode={setCode} />
          <Refusal text={action.failure} />
          <Button type="submit" loading={action.isBusy}>
            {t('factors.set_up')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
