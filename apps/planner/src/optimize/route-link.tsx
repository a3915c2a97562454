// A link of a route that is handed over by hand: a QR code for a phone beside the desk, or copied into any messenger.
import { Button, CopyButton, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { IconCopy, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../shell/qr-code.tsx'
import { call } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import classes from './dispatch-panel.module.css'

/** The link is made when somebody asks for it, since each is one more key to the route; it is shown until it is closed. */
export function RouteLink({ routeId, name }: { routeId: string; name: string }) {
  const { t } = useTranslation('optimize')
  const { run, isBusy, failure } = useAction()
  const [link, setLink] = useState<string>()
  const make = async () => {
    const { public_link } = await call(operations.createRouteLink, { route_id: routeId })
    setLink(public_link)
  }
  const isShown = link !== undefined
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        ml={28}
        leftSection={<IconQrcode size={14} aria-hidden />}
        loading={isBusy}
        aria-expanded={isShown}
        aria-label={t(isShown ? 'link_close_of' : 'link_of', { name })}
        onClick={() => (isShown ? setLink(undefined) : void run(make))}
      >
        {t(isShown ? 'link_close' : 'link')}
      </Button>
      <Refusal text={failure} mt={4} />
      {isShown && <ShownLink link={link} name={name} />}
    </>
  )
}

function ShownLink({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation('optimize')
  return (
    <div className={classes.link}>
      <QrCode text={link} label={t('link_code', { name })} />
      <Text size="xs" c="dimmed" my={6}>
        {t('link_text')}
      </Text>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="light" leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
            {t(copied ? 'link_copied' : 'link_copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
