// A button that shows a sign alone; its name is for those who cannot see it.
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ComponentType } from 'react'

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  icon: ComponentType<IconProps>
  iconSize?: number
  stroke?: number
  label: string
}

export function IconButton({ icon: Icon, iconSize = 18, stroke = 2, label, ...button }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} {...button}>
      <Icon size={iconSize} stroke={stroke} />
    </ActionIcon>
  )
}
