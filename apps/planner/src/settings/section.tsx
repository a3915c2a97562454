// A part of the settings: title, explanation, content, and a refusal where it happened.
import { Group, Text, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Refusal } from '../shell/states.tsx'
import classes from './settings.module.css'

interface SectionProps {
  /** The search leads to it by this name. */
  name?: string | undefined
  title: string
  text?: string
  actions?: ReactNode
  failure?: string
  children: ReactNode
}

export function Section({ name, title, text, actions, failure, children }: SectionProps) {
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash && hash === name) section.current?.focus()
  }, [hash, name])
  return (
    <section ref={section} className={classes.section} aria-label={title} tabIndex={name ? -1 : undefined}>
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed" maw={620}>
              {text}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
      <Refusal text={failure} mt="md" />
    </section>
  )
}
