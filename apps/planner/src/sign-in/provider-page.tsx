// Where a provider sends people back to: hands its answer to the service, and goes where they wanted to go or says why not.
import { Button, Skeleton, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useTakeSession } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { Card } from './card.tsx'
import { getPage } from './page-of.ts'

export function ProviderPage() {
  const { t } = useTranslation('shell')
  useDocumentTitle(t('sign_in'))
  const navigate = useNavigate()
  const takeSession = useTakeSession()
  const { run, failure } = useAction()
  const isSent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer counts once
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    void run(async () => {
      // A provider of SAML posts its result; the service hands it on after the #.
      const isPosted = location.hash.startsWith('#SAMLResponse=')
      const body = { answer: (isPosted ? location.hash : location.search).slice(0, 400_000) }
      // Not kept in the list of visited pages, where it says who signed in.
      history.replaceState(history.state, '', location.pathname)
      const { session, to } = await call(
        operations.completeProviderSignIn,
        { body },
        { withoutSignIn: true, once: true },
      )
      takeSession(session)
      await navigate({ href: getPage(to), replace: true })
    })
  }, [])
  return (
    <Card title={t(failure ? 'provider.failed' : 'provider.coming')}>
      {failure ? (
        <Stack>
          <Refusal text={failure} />
          <Button component={Link} to="/sign-in" variant="default">
            {t('provider.again')}
          </Button>
        </Stack>
      ) : (
        <Skeleton height={60} />
      )}
    </Card>
  )
}
