// What a screen shows instead of its data: nothing there yet, still loading, gone wrong.
import { Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff, IconMoodEmpty } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from './failure.ts'
import classes from './states.module.css'

interface EmptyProps {
  title: string
  text?: string
  icon?: ReactNode
  children?: ReactNode
}

export function Empty({ title, text, icon, children }: EmptyProps) {
  return (
    <Stack align="center" justify="center" gap="xs" className={classes.centre}>
      <Box c="dimmed">{icon ?? <IconMoodEmpty size={40} stroke={1.3} />}</Box>
      <Title order={3} size="h4" ta="center">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" ta="center" maw={460}>
          {text}
        </Text>
      )}
      {children && (
        <Group mt="sm" justify="center">
          {children}
        </Group>
      )}
    </Stack>
  )
}

/** A failed load: what happened, and a way on. */
export function LoadFailure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Stack align="center" justify="center" gap="xs" className={classes.centre} role="alert">
      <Box c="dimmed">
        <IconCloudOff size={40} stroke={1.3} />
      </Box>
      <Title order={3} size="h4">
        {t('failure.title')}
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        {failureText(error, t)}
      </Text>
      {retry && (
        <Button mt="sm" variant="light" onClick={retry}>
          {t('try_again')}
        </Button>
      )}
    </Stack>
  )
}

/** Rows of the height that they will have, so that nothing jumps. */
export function RowSkeletons({ count = 8, height = 44 }: { count?: number; height?: number }) {
  const { t } = useTranslation('shell')
  return (
    <div role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <Stack gap={8} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
          <Skeleton key={index} height={height} radius="sm" />
        ))}
      </Stack>
    </div>
  )
}
