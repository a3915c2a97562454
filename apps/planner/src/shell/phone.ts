// The driver's phone beside the planner: which route's link it has open.
import * as operations from '@routewright/client/operations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { failureText } from './failure.ts'
import { noteFailure } from './notices.tsx'
import { call } from './service.ts'

interface Phone {
  /** The driver's link, and the name of its route; undefined while no phone is shown. */
  shown: { link: string; name: string } | undefined
  close(): void
}

export const usePhone = create<Phone>((set) => ({
  shown: undefined,
  close: () => set({ shown: undefined }),
}))

/** Makes a link of the route and opens it on the phone beside the page. */
export function useOpenPhone() {
  const { t } = useTranslation('shell')
  const [isOpening, setOpening] = useState(false)
  const open = async (routeId: string, name: string) => {
    setOpening(true)
    try {
      const { public_link: link } = await call(operations.createRouteLink, { route_id: routeId })
      usePhone.setState({ shown: { link, name } })
    } catch (error) {
      noteFailure(t('phone.not_opened'), failureText(error, t))
    }
    setOpening(false)
  }
  return { open, isOpening }
}
