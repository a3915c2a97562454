// The card in the middle of the pages that need no session.
import { Group, Paper, Text, Title } from '@mantine/core'
import { type Language, languageNames, languages } from '@routewright/ui/words'
import { IconLanguage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LogoMark } from '../shell/logo-mark.tsx'
import { useLanguageChoice } from '../shell/use-language-choice.ts'
import classes from './sign-in-page.module.css'

interface CardProps {
  title: string
  text?: string
  children: ReactNode
  /** Beside the choice of language, below the card. */
  foot?: ReactNode
}

export function Card({ title, text, children, foot }: CardProps) {
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder>
        <Group gap="sm" mb="lg" wrap="nowrap">
          <LogoMark size={40} />
          <div>
            <Title order={1} size="h3">
              {title}
            </Title>
            {text && (
              <Text c="dimmed" size="sm">
                {text}
              </Text>
            )}
          </div>
        </Group>
        {children}
      </Paper>
      <Group gap="lg" mt="md" justify="center">
        {foot}
        <LanguageChoice />
      </Group>
    </main>
  )
}

/** The browser's own list: the kit's menu would be a seventh of the first page. */
function LanguageChoice() {
  const { t } = useTranslation('shell')
  const { language, choose } = useLanguageChoice()
  return (
    <label className={classes.language}>
      <IconLanguage size={16} aria-hidden="true" />
      <select
        aria-label={t('language')}
        value={language}
        onChange={({ currentTarget: { value } }) => void choose(value as Language)}
      >
        {languages.map((name) => (
          <option key={name} value={name} lang={name}>
            {languageNames[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
