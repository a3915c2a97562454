// Signing in: the number or address, then the code that came; or the letters that a dispatcher reads out.
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { showInstead } from '../parts/screens.ts'
import { askForCode, signIn, type Trouble } from './sign-ins.ts'

type Stage = { name: 'address' } | { name: 'sent'; step: string; address: string } | { name: 'letters' }

/** `letters`: from a link that a dispatcher showed as a picture. */
export function SignIn({ letters }: { letters?: string | undefined }) {
  const [stage, setStage] = useState<Stage>(letters ? { name: 'letters' } : { name: 'address' })
  switch (stage.name) {
    case 'address':
      return <Address onSent={setStage} onLetters={() => setStage({ name: 'letters' })} />
    case 'sent':
      return <SentCode sent={stage} onBack={() => setStage({ name: 'address' })} />
    case 'letters':
      return <Letters given={letters} onBack={() => setStage({ name: 'address' })} />
  }
}

function Address({ onSent, onLetters }: { onSent(stage: Stage): void; onLetters(): void }) {
  const { t, i18n } = useTranslation()
  const [address, setAddress] = useState('')
  const send = async () => {
    const answer = await askForCode(address.trim(), i18n.language)
    if (typeof answer === 'string') return answer
    onSent({ name: 'sent', step: answer.step, address: address.trim() })
  }
  return (
    <Frame
      text={t('signIn.text')}
      action={t('signIn.send')}
      isReady={address.trim().length > 0}
      run={send}
      other={{ text: t('signIn.haveLetters'), onClick: onLetters }}
    >
      <label className="field">
        <span>{t('signIn.address')}</span>
        <input
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
      </label>
    </Frame>
  )
}

function SentCode({ sent, onBack }: { sent: { step: string; address: string }; onBack(): void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  return (
    <Frame
      text={t('signIn.sent', { address: sent.address })}
      action={t('signIn.enter')}
      isReady={code.replace(/\D/g, '').length === 6}
      run={() => signInAndShow(code, sent.step)}
      other={{ text: t('signIn.again'), onClick: onBack }}
    >
      <label className="field">
        <span>{t('signIn.code')}</span>
        <input
          className="pin six"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
        />
      </label>
    </Frame>
  )
}

function Letters({ given = '', onBack }: { given?: string | undefined; onBack(): void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState(given)
  return (
    <Frame
      text={t('signIn.lettersText')}
      action={t('signIn.enter')}
      isReady={code.replace(/[^A-Za-z0-9]/g, '').length === 10}
      run={() => signInAndShow(code)}
      other={{ text: t('signIn.byAddress'), onClick: onBack }}
    >
      <label className="field">
        <span>{t('signIn.letters')}</span>
        <input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={14}
        />
      </label>
    </Frame>
  )
}

async function signInAndShow(code: string, step?: string): Promise<Trouble | undefined> {
  const trouble = await signIn(code, step)
  if (!trouble) showInstead('routes')
  return trouble
}

interface FrameProps {
  text: string
  action: string
  isReady: boolean
  run(): Promise<Trouble | undefined>
  other: { text: string; onClick(): void }
  children: ReactNode
}

function Frame({ text, action, isReady, run, other, children }: FrameProps) {
  const { t } = useTranslation()
  const [trouble, setTrouble] = useState<Trouble>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    setBusy(true)
    setTrouble(undefined)
    setTrouble(await run())
    setBusy(false)
  }
  return (
    <Screen title={t('signIn.title')}>
      <form className="part sign-in" onSubmit={(event) => void submit(event)}>
        <p>{text}</p>
        {children}
        {trouble && (
          <p className="trouble" role="alert">
            <Icon name="warning" /> {t(`signIn.trouble.${trouble}`)}
          </p>
        )}
        <button type="submit" className="main" disabled={!isReady || isBusy}>
          {action}
        </button>
        <button type="button" className="quiet" onClick={other.onClick}>
          {other.text}
        </button>
      </form>
      <p className="dim">{t('signIn.orLink')}</p>
    </Screen>
  )
}
