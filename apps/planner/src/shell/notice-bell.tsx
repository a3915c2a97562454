// The bell: all that was told since the page was opened, and how many failures nobody has looked at.
import { Indicator, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { useNoticeLog } from './notice-log.ts'
import classes from './notices.module.css'
import { useFormats } from './session.ts'

export function NoticeBell() {
  const { t } = useTranslation('shell')
  const { notices, unread, read } = useNoticeLog()
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const open = (next: boolean) => {
    setOpen(next)
    read()
  }
  return (
    <Popover opened={isOpen} onChange={open} position="right-end" width={360} trapFocus returnFocus>
      <Indicator label={unread} size={16} disabled={unread === 0} color="red" offset={4}>
        <Popover.Target>
          <IconButton
            icon={IconBell}
            iconSize={19}
            stroke={1.6}
            label={unread > 0 ? t('notices.unread', { count: unread }) : t('notices.title')}
            onClick={() => open(!isOpen)}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <section aria-label={t('notices.title')} className={classes.log} tabIndex={-1} data-autofocus>
          {notices.length === 0 && <p className={classes.none}>{t('notices.none')}</p>}
          <ul>
            {notices.map(({ number, at, isFailure, title, message }) => (
              <li key={number} data-failed={isFailure || undefined}>
                <time>{formats.clock(new Date(at).toISOString())}</time>
                <span>
                  {title && <strong>{title}</strong>}
                  <span>{message}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}
