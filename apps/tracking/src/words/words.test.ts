import { listWordFaults } from '@routewright/ui/words-check'
import { expect, test } from 'vitest'
import de from './de.json'
import en from './en.json'
import es from './es.json'
import fr from './fr.json'
import pt from './pt.json'

test.each(Object.entries({ es, fr, de, pt }))('%s says everything that English says', (name, words) => {
  expect(listWordFaults(en, words, name)).toEqual([])
})
