// The card in the middle of the pages that need no session.
import { Button, Group, Menu, Paper, Text, Title } from '@mantine/core'
import { languageNames, languages } from '@routewright/ui/words'
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
        <LanguageMenu />
      </Group>
    </main>
  )
}

function LanguageMenu() {
  const { t } = useTranslation('shell')
  const { language, choose } = useLanguageChoice()
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconLanguage size={16} />}
          aria-label={`${t('language')}: ${languageNames[language]}`}
        >
          {languageNames[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((name) => (
          <Menu.Item key={name} lang={name} onClick={() => choose(name)}>
            {languageNames[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
