// Tells somebody who looks elsewhere that a driver wrote: by a tone, or by an alert of the desktop, each by choice and on this device.
import type { Conversation } from '@routewright/contract'
import { useEffect, useRef } from 'react'
import { useKeptChoice } from '../../shell/kept-choice.ts'

export interface Alerts {
  sound: boolean
  desktop: boolean
  /** The worker tells, whether a page is open or not, so that the page need not. */
  closed?: boolean
}

export const canAlertDesktop = 'Notification' in globalThis

export function useAlertChoice(): [Alerts, (alerts: Alerts) => void] {
  return useKeptChoice<Alerts>('talk-alerts', { sound: false, desktop: false })
}

/** The newest message of a driver that nobody has read. */
export function newestUnread(conversations: readonly Conversation[]): Conversation | undefined {
  return conversations.find(({ unread, latest }) => unread > 0 && latest.sender === 'driver')
}

/** Alerts once for each message that comes while the page is open; what was there before is counted, not told. */
export function useAlerts(
  conversations: readonly Conversation[] | undefined,
  title: (one: Conversation) => string,
): void {
  const [{ sound, desktop, closed = false }] = useAlertChoice()
  const told = useRef<{ id: string | undefined }>(undefined)
  useEffect(() => {
    if (!conversations) return
    const newest = newestUnread(conversations)
    const isFirst = told.current === undefined
    const isNew = newest !== undefined && newest.latest.id !== told.current?.id
    if (newest || isFirst) told.current = { id: newest?.latest.id }
    if (!isNew || isFirst) return
    if (sound) playTone()
    // The alert names the sender and not the text: others may see the screen.
    if (desktop && !closed && canAlertDesktop && Notification.permission === 'granted') {
      new Notification(title(newest), { tag: newest.route_id }).onclick = () => globalThis.focus()
    }
  }, [conversations, sound, desktop, closed, title])
}

/** Two short notes, made here: no file to load. */
export function playTone(): void {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0.08
  volume.connect(context.destination)
  for (const [at, pitch] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const tone = context.createOscillator()
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + 0.13)
    tone.onended = () => at > 0 && void context.close()
  }
}
