// A page of the planner: title, actions, content at a width that reads well.
import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { FleetTabs } from './fleet-tabs.tsx'
import classes from './page.module.css'

interface PageProps {
  title: string
  text?: string
  actions?: ReactNode
  /** Tables that need every pixel. */
  isWide?: boolean
  children: ReactNode
}

export function Page({ title, text, actions, isWide, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <Box className={classes.page} data-wide={isWide || undefined}>
      <Group justify="space-between" align="flex-start" mb="md" gap="md">
        <div className={classes.words}>
          <Title order={1} size="h3">
            {title}
          </Title>
          {text && (
            <Text c="dimmed" mt={2}>
              {text}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <FleetTabs />
      {children}
    </Box>
  )
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Routewright`
  }, [title])
}
