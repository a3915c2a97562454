// A part of the settings: title, explanation, content, and a refusal where it happened.
import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refusal } from '../shell/states.tsx'
import classes from './settings.module.css'

interface SectionProps {
  title: string
  text?: string
  actions?: ReactNode
  failure?: string
  children: ReactNode
}

export function Section({ title, text, actions, failure, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
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
