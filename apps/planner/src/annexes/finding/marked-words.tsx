// A text with the words marked that begin as something that was typed.
import { beginsNearly, foldText, foldWords } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from './search-dialog.module.css'

/** Cuts a text at its words, in languages without spaces too; `isFound` where one begins with a typed word, or has it with one slip. */
export function cutAtWords(text: string, typed: string, language: string): { text: string; isFound: boolean }[] {
  const wanted = foldWords(typed)
  const fits = (word: string) => wanted.some((wish) => beginsNearly(word, wish))
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text.normalize('NFC'))
  return [...segments].map(({ segment, isWordLike }) => ({
    text: segment,
    isFound: isWordLike === true && fits(foldText(segment)),
  }))
}

export function MarkedWords({ text, typed }: { text: string; typed: string }) {
  const { i18n } = useTranslation()
  return cutAtWords(text, typed, i18n.language).map((part, index) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <mark key={index} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
