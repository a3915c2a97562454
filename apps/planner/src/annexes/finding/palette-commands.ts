// Commands that the search finds, apart from records: screens, parts of the settings, and single settings by their words.
import { beginsWithSlip, foldWords, type UserRole } from '@routewright/contract'
import type { i18n } from 'i18next'
import type { PlannerAnnex } from '../../shell/annex.ts'
import { fleetPlaces, listPlaces, listSettingsGroups } from '../../shell/places.ts'

export interface PaletteCommand {
  /** Path that it opens. */
  to: string
  /** Name of the section there that it leads to. */
  hash?: string
  title: string
  /** Where it stands; undefined for a screen of the rail. */
  about?: string
}

/** How many are shown below the records. */
const MOST = 4

/** Lists everything that the role may open, by its words in the language of the page. */
export function listCommands(
  { t, getResource, language }: i18n,
  role: UserRole,
  annexes: readonly PlannerAnnex[],
): PaletteCommand[] {
  const readLabels = (section: string) => {
    const { space, key } = splitSection(section)
    const [hash = ''] = key.split('.')
    return listLabels(getResource(language, space, key)).map((title) => ({ title, hash }))
  }
  const settings = t('shell:places.settings')
  const places = listPlaces(annexes).map(({ name }) => ({ to: `/${name}`, title: t(`shell:places.${name}`) }))
  const fleet = t('shell:places.fleet')
  const tabs = fleetPlaces.map(({ name, word }) => ({ to: `/${name}`, title: t(`shell:places.${word}`), about: fleet }))
  const settingParts = listSettingsGroups(role, annexes).flatMap((group) => group.parts)
  const parts = settingParts.flatMap(({ name, sections }): PaletteCommand[] => {
    const to = `/settings/${name}`
    const part = t(`settings:parts.${name}`)
    const labels = new Map(sections.flatMap(readLabels).map((label) => [label.title, label]))
    labels.delete(part)
    return [
      { to, title: part, about: settings },
      ...[...labels.values()].map(({ title, hash }) => ({ to, hash, title, about: `${settings} › ${part}` })),
    ]
  })
  return [...places, ...tabs, ...parts]
}

/** Lists the namespaces in which the labels of all settings stand. */
export function listWordSpaces(role: UserRole, annexes: readonly PlannerAnnex[]): string[] {
  const parts = listSettingsGroups(role, annexes).flatMap((group) => group.parts)
  return [...new Set(parts.flatMap(({ sections }) => sections.map((section) => splitSection(section).space)))]
}

function splitSection(section: string): { space: string; key: string } {
  const [first = '', rest] = section.split(':')
  return rest === undefined ? { space: 'settings', key: first } : { space: first, key: rest }
}

/** Words that explain or ask are no names of settings. */
const NO_LABEL = /_(?:text|hint|one|other|zero|of|as)$|^(?:text|hint|none|of)$/
const LONGEST_LABEL = 60

function listLabels(section: unknown): string[] {
  if (typeof section === 'string') return [section]
  const isLabel = (entry: [string, unknown]): entry is [string, string] => {
    const [key, value] = entry
    if (typeof value !== 'string' || NO_LABEL.test(key)) return false
    return value.length <= LONGEST_LABEL && !/\{\{|[.!?:…]$/.test(value)
  }
  return Object.entries(section ?? {})
    .filter(isLabel)
    .map(([, value]) => value)
}

/** Lists the commands in whose title, or else its place, every word that was typed begins one; those that begin with it first. */
export function findCommands(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const wanted = foldWords(typed)
  if (wanted.length === 0) return []
  const found = rank(commands, wanted, (word, wish) => word.startsWith(wish))
  return found.length > 0 ? found : rank(commands, wanted, beginsWithSlip)
}

function rank(
  commands: readonly PaletteCommand[],
  wanted: readonly string[],
  fits: (word: string, typed: string) => boolean,
): PaletteCommand[] {
  const ranked = commands.flatMap((command) => {
    const words = foldWords(command.title)
    const isFound = wanted.every((typed) => words.some((word) => fits(word, typed)))
    if (!isFound) return []
    return [{ command, weight: (fits(words[0] ?? '', wanted[0]!) ? 0 : 100) + words.length }]
  })
  return ranked
    .sort((a, b) => a.weight - b.weight)
    .slice(0, MOST)
    .map(({ command }) => command)
}
