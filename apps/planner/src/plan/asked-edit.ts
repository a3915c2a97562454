// An edit that waits until its effect was looked at: the editor shows it, and makes it or forgets it.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { OrderEdit } from './order-edits.ts'

export interface AskedEdit {
  /** Title for the edit before it is made. */
  title: string
  /** Title for the edit once it is done. */
  label: string
  edit: OrderEdit
}

type Asked = ({ kind: 'edit' } & AskedEdit) | { kind: 'hand_over'; routeId: string }

export const useAsked = create<{ asked: Asked | undefined }>(() => ({ asked: undefined }))

/** Shows what the route's stops would do on others, with the choice where its goods change vehicles. */
export function askToHandOver(routeId: string): void {
  useAsked.setState({ asked: { kind: 'hand_over', routeId } })
}

export function forgetAsked(): void {
  useAsked.setState({ asked: undefined })
}

/** Shows an edit before it is made; `word` names it among `will` and `did`. */
export function useAskFirst(): (word: string, details: Record<string, string>, edit: OrderEdit) => void {
  const { t } = useTranslation('editor')
  return useMemo(
    () => (word, details, edit) => {
      const [title, label] = [t(`will.${word}`, details), t(`did.${word}`, details)]
      useAsked.setState({ asked: { kind: 'edit', title, label, edit } })
    },
    [t],
  )
}
