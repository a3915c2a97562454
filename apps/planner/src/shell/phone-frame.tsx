// The driver's application as on a phone, beside the page that is open; its link as a code for a real phone.
import { ActionIcon, Button, Popover, Text } from '@mantine/core'
import { IconDeviceMobile, IconQrcode, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from './phone.ts'
import classes from './phone-frame.module.css'
import { QrCode } from './qr-code.tsx'

export default function PhoneFrame() {
  const { t } = useTranslation('shell')
  const { shown, close } = usePhone()
  const closing = useRef<HTMLButtonElement>(null)
  const link = shown?.link
  // Keyboard users reach it although it comes last in the page.
  useEffect(() => {
    if (link) closing.current?.focus()
  }, [link])
  if (!shown) return null
  return (
    <aside className={classes.phone} aria-label={t('phone.title', { name: shown.name })}>
      <header className={classes.head}>
        <IconDeviceMobile size={18} aria-hidden />
        <strong className={classes.name}>{shown.name}</strong>
        <CodeButton link={shown.link} />
        <ActionIcon ref={closing} onClick={close} aria-label={t('phone.close')}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      {/* Its path only: the link may be made for the name under which drivers reach the service. */}
      <iframe
        key={shown.link}
        className={classes.screen}
        src={new URL(shown.link).pathname}
        title={t('phone.title', { name: shown.name })}
        allow="geolocation; camera"
      />
    </aside>
  )
}

function CodeButton({ link }: { link: string }) {
  const { t } = useTranslation('shell')
  return (
    <Popover position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconQrcode size={15} />}>
          {t('phone.code')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <QrCode text={link} label={t('phone.code_of')} />
        <Text size="xs" c="dimmed" mt="xs">
          {t('phone.code_text')}
        </Text>
        <Button component="a" href={link} target="_blank" rel="noreferrer" size="compact-sm" variant="light" mt="xs">
          {t('phone.window')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
