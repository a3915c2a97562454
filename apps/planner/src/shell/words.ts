// The planner's words: one file per language and part of the application, loaded when a screen first needs them.
import { createWords, type Language, type Words } from '@routewright/ui/words'
import type { i18n } from 'i18next'

const files = import.meta.glob<{ default: Words }>('../words/*/*.json')

export async function loadWords(): Promise<i18n> {
  return createWords({ load: readFile, namespaces: ['shell'] })
}

async function readFile(language: Language, namespace: string): Promise<Words> {
  const file = files[`../words/${language}/${namespace}.json`]
  if (!file) throw new Error(`There are no words ${namespace} in ${language}.`)
  return (await file()).default
}
