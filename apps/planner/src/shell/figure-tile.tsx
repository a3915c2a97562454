// One figure of a page: its name, its value, and what it is made of.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure-tile.module.css'

interface FigureTileProps {
  name: string
  value: string
  children?: ReactNode
}

export function FigureTile({ name, value, children }: FigureTileProps) {
  return (
    <div className={classes.tile}>
      <Text size="xs" c="dimmed" fw={600}>
        {name}
      </Text>
      <div className={classes.value}>{value}</div>
      <Text size="xs" c="dimmed" component="div">
        {children}
      </Text>
    </div>
  )
}
