// A line of a menu: its sign, its words, and the key that does the same.
import { Menu } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

interface MenuEntryProps {
  icon: ComponentType<IconProps>
  text: string
  /** The key that does the same. */
  keys?: string
  /** It takes something away. */
  isDanger?: boolean
  isOff?: boolean
  onClick(): void
}

export function MenuEntry({ icon: Icon, text, keys, isDanger, isOff, onClick }: MenuEntryProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} />}
      rightSection={keys && <kbd>{keys}</kbd>}
      color={isDanger ? 'var(--rw-failed)' : undefined}
      disabled={isOff}
      onClick={onClick}
    >
      {text}
    </Menu.Item>
  )
}
