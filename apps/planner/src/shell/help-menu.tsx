// Help: the keys of the planner and the documentation of the interface, as a menu of the rail or among other entries.
import { Kbd, Menu } from '@mantine/core'
import { IconApi, IconBook2, IconHelp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showKeys } from './commands.ts'
import { IconButton } from './icon-button.tsx'

export function HelpMenu() {
  const { t } = useTranslation('shell')
  return (
    <Menu position="right-end" width={240}>
      <Menu.Target>
        <IconButton icon={IconHelp} iconSize={19} stroke={1.6} label={t('help')} />
      </Menu.Target>
      <Menu.Dropdown>
        <HelpItems />
      </Menu.Dropdown>
    </Menu>
  )
}

export function HelpItems() {
  const { t } = useTranslation('shell')
  return (
    <>
      <Menu.Item leftSection={<IconBook2 size={16} />} onClick={showKeys.give} rightSection={<Kbd size="xs">?</Kbd>}>
        {t('keys')}
      </Menu.Item>
      <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconApi size={16} />}>
        {t('interface')}
      </Menu.Item>
    </>
  )
}
