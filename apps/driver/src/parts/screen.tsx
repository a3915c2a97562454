// The frame of a screen: what it is about on top, its content, and its one main action at the thumb.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RoundButton } from './button.tsx'
import { back } from './screens.ts'

interface Props {
  title: string
  subtitle?: string | undefined
  /** Where the arrow leads when there is no earlier screen; no arrow without it. */
  backTo?: string
  actions?: ReactNode
  /** At the bottom, always in reach. */
  footer?: ReactNode
  children: ReactNode
}

export function Screen({ title, subtitle, backTo, actions, footer, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <header className="bar">
        {backTo !== undefined && <RoundButton icon="back" label={t('action.back')} onClick={() => back(backTo)} />}
        <div className="grow">
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions}
      </header>
      <main className={footer ? 'with-footer' : ''}>{children}</main>
      {footer && <footer className="dock">{footer}</footer>}
    </>
  )
}
