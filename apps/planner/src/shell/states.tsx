// Screens without data: empty, still loading, failed.
import { Alert, type AlertProps, Box, Button, type ButtonProps, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff, IconMoodEmpty, type IconProps } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from './failure.ts'
import { useConnection } from './service.ts'
import classes from './states.module.css'

/** The way on from an empty state: another page, or an action here. */
export type Next = { label: string } & ({ to: string; search?: object } | { onClick(): void })

interface EmptyProps {
  title: string
  /** Why nothing is here, or what will be. */
  text: string
  icon?: ComponentType<IconProps>
  /** Undefined only for those who may do nothing about it. */
  next: Next | undefined
}

/** A page or a part of one without anything: a sentence, and one button to the next useful thing. */
export function Empty({ title, text, icon: Icon = IconMoodEmpty, next }: EmptyProps) {
  return (
    <section aria-label={title}>
      <Stack align="center" justify="center" gap="xs" className={classes.centre}>
        <Box c="dimmed">
          <Icon size={40} stroke={1.3} />
        </Box>
        <Title order={3} size="h4" ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" maw={460}>
          {text}
        </Text>
        {next && <NextButton next={next} mt="sm" />}
      </Stack>
    </section>
  )
}

/** The same inside a panel, where there is little room. */
export function EmptyPart({ text, next }: Pick<EmptyProps, 'text' | 'next'>) {
  return (
    <section className={classes.part} aria-label={text}>
      <p className={classes.sentence}>{text}</p>
      {next && <NextButton next={next} size="xs" variant="default" />}
    </section>
  )
}

function NextButton({ next, ...look }: { next: Next } & ButtonProps) {
  if ('onClick' in next) {
    return (
      <Button {...look} onClick={next.onClick}>
        {next.label}
      </Button>
    )
  }
  const { to, search = {}, label } = next
  return (
    <Button {...look} renderRoot={(props) => <Link {...props} to={to} search={search} />}>
      {label}
    </Button>
  )
}

/** Why something was not done, read out at once; nothing while there is nothing to say. */
export function Refusal({ text, ...look }: { text: string | undefined } & AlertProps) {
  return (
    text && (
      <Alert color="red" role="alert" {...look}>
        {text}
      </Alert>
    )
  )
}

/** A failed load: what happened, and a way on. */
export function LoadFailure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation('shell')
  return <Failed title={t('failure.title')} text={failureText(error, t)} retry={retry} />
}

function Failed({ title, text, retry }: { title: string; text: string; retry: (() => void) | undefined }) {
  const { t } = useTranslation('shell')
  return (
    <Stack align="center" justify="center" gap="xs" className={classes.centre} role="alert">
      <Box c="dimmed">
        <IconCloudOff size={40} stroke={1.3} />
      </Box>
      <Title order={3} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        {text}
      </Text>
      {retry && (
        <Button mt="sm" variant="light" onClick={retry}>
          {t('try_again')}
        </Button>
      )}
    </Stack>
  )
}

/** After so many tries that failed, which is some seconds, grey boxes would promise what does not come. */
const tryingTries = 3

/** Names the data being read; where reading keeps failing, says so and offers another try. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const waiting = useConnection((state) => state.waiting)
  if (!waiting || waiting.tries < tryingTries) return children
  const { reason, again } = waiting
  const retry = reason === 'busy' ? undefined : again
  return <Failed title={t('connection.not_loaded')} text={t(`connection.${reason}`)} retry={retry} />
}

/** Rows of the height that they will have, so that nothing jumps. */
export function RowSkeletons(rows: { count?: number; height?: number }) {
  return (
    <Loading>
      <Rows {...rows} />
    </Loading>
  )
}

function Rows({ count = 8, height = 44 }: { count?: number; height?: number }) {
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
